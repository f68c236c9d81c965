/// TEST KEYS, published here where anyone can read them: use them only for tests.
///
/// Generating an RSA key takes a fifth of a second, so the mock has fixed ones. They sign the
/// tokens of a provider that runs only as long as a test or a sample.
enum TestKeys {
  static let rsa = """
    -----BEGIN PRIVATE KEY-----
    MIIEuwIBADANBgkqhkiG9w0BAQEFAASCBKUwggShAgEAAoIBAQDskiAOkwSkHZfS
    Rx1f7EgGSu5Wl/kc5bVxoY+1lCLSfUWbk88sgm55LrntKKPf9MteJJk83PCCmyaJ
    pUgAhWExst+3etrv4z21qpn9n/CE553fhg2v2rTB+RxMlD6b86xM5iPKCbRfxkrV
    hUl3e5BDSEVjTI1upivqYBS4KqsKvLRZD5jQnUSwHMppSQFdv6w9Eg1m+GwS46Rb
    7hXDgP5x9WiPuAKAcHCTPdzSqzPC5q3CbZbj27MTRgTk+DRnjxfRJFiR5HyDFgzY
    LDCr1M8uHG4KpQgNLpreJ1Uguq2j0QCDIek2rmj1YnPOY3iyrhg28jG09p7AzBfa
    o7ep0ZEPAgMBAAECgf8Hkc57Gq4cuCSzSFQIr3u3x6FdbKVeGYNtpa+JnK2AkEWI
    uZi/7rUrmhiuOgVjJrLWay9yjvSRxFVS/zerz8HV4FOKlnhOejriz62C2eWK2Yw7
    jIHjm2+lUFGo30Gy+vfY/6PDjBcCHEfzYNOVaQSrNW17DVhpX8gxCEDQ388BjZ/y
    5iKI/rKOWIy/WQrY2Lnfvp8H/9IRfKvIeJGeP+un5PPp4rZnVAtuNUsoYqiOFEcu
    5lcC60sKqtwLXZoChK7oi0OoLjFyQLKhTnF52hJjrOE+zsRy9EkCMbLAXmwq6aQD
    DNk0yzmI6uepIdn3DcteerFff3k3+wcBkt1FvDUCgYEA+VazJBXmKGmJ+EzQrAs6
    UO39P2D9N4deRw8y5TXs1rDmqyYuXLVX81SX9+ks8XHZulZTxkso45Hyz8iDMjld
    PKNsmTxqMi4+6Hd2Pg5vSqcvN+APz/pSddZwvFU3o7lXLYfAEL7mmbDG/HXAe1eu
    DTFrcKExHQxl5dHOQQ4QbjsCgYEA8uQaLUmpFqHRTDQecZIuYYiFngwNudwAGme9
    HfK+i4z33EzUB6FOxZpKliXgmps6S3yJLXbyNytcFQbCDKGriGTtk6C0zHKBOo9D
    9MkIY1TC2DAagzKEYNbHq0eVIzSw0Oby2F0ly44Y0LpxCDR7gMszaIOuIvcKM5tg
    8CIAFz0CgYBt4gmcs5H06V4GcUPdLi2LEPb0gXfWiu+/fTE+1l8D1n4xmuf/r2ON
    NxCqDrbhyPzdI8JTtzfT4rQRYhp/fcxbNuJbPcbHSp4qsMsJWi8txTQH+dS+IWFJ
    0TFprlyQ6NNEm3jHaHoT7VYkWHh1YxSvd8ITptYQKTCW8bll7h7LlQKBgQDhmv+5
    ewbkr68hMfPpF5efHljF4XpKXU93N05Q5+0W3/xFktMKt0jcgCCxcEM8N9ygyu77
    3NTEa7DfEuThKLWUPfLyQb5NfDoOc43ya1wwL0W/2oZ1wFF3RWg27olXJxTpJOsC
    DxsRBE6GafadYWopyhRZCp6PeZjvMG6M/XfKHQKBgDG4NeV+qSUcJCsfQLr+s96Z
    w1wmB7SeiGfyTiE5qxjAbysv4bZc+MXLV7CDBd2NcO93+nvi228VzZXZRbjpsV4J
    /bqAqYeLCz+kWLe8gm9lZUztEiahY3Uq3kqk8gVI/fkACmdDJMiHB/pJ5sF+g+Rq
    K//51QILW8UCSPtaN/Nk
    -----END PRIVATE KEY-----
    """

  static let ellipticCurve = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoer37tXAsC3KhiZW
    QbrVSzf/PLxbxlAu/QqJ0GvTbTuhRANCAAQHN7kyRWQnmRVtJa41k6Za4RgCFne/
    uHGKP0oV8zFlsJT345SZTbhXAj9ZufTvb+82ozTI/UEJJbP0D5Druhe9
    -----END PRIVATE KEY-----
    """

  /// The RSA key of the first rotation.
  static let secondRSA = """
    -----BEGIN PRIVATE KEY-----
    MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDcbnv23YxkzRXq
    vXnWnYR1fyZWT/kGTFiy1vmL4nqD5IwZMDfFX9OZ1CGAJfK/etMoyzDM2pV0AI5N
    IoJ1vOC6g50283cX0HVLiWiUOLob04fh+rPYgziu8HAnYzc7LEsyRP/L3YIOyfoC
    ibg/CIDe7OuN+94oZPlBsr3JPeMo+KZiqetoojXHZdNyk93SSvt2DFSEt8hT5r/Z
    we1gVIcxNQ3obcjbQo5j6RNcEXch1DfyGu0ANmAjxnGA5FYyr4xSNQjuoniZcwZ5
    /H54tomtIMCsGSQ92gcnhipWMqXq+UrphYd2Z6LHuvWLdDDrbnGyc3VqKT3I6D5e
    XQrNSnczAgMBAAECggEABTBz/6RIj/5EqVGLmDyovSFgqYCEIsdSVpIkBCHb84CX
    txIWW1xS/W3r2fn1ZIJDjVQh584E3bBo/oeKSF5JcL/0yAc5mFhtInmaJNR5tnpS
    L8TjTfy3grrLUR9kp00heg37cvUEgPef80ZYYuIph9X5Ak8vHtv9rYkZLwR4yrfr
    R26wY029R3hHT+66swEVAFV7Tji40mABj9W25Rs3Lp1iG/ZSElubJ6fmZ7lYO1/L
    KkJ58/k/a/T8Y30TyYapQi1Gvbn7S5UgnGjNlZ+NiqpS8xtYJ5mJQHQggpWXBKNR
    bosyh1H9PSXqOoVkbkqWWxwEvrWM99luvx2ggJ9hMQKBgQD8p6xCkePkxf32fB34
    GpKGh3KLFyNLDLIiAFcuGD2Npmj7fIMnUqpyUuUZOMbyg6XLwJ9tTgfEHLEL/sby
    v9YnnSormGcDEG/yCOeMVwjfT2LFGS7DmSgrNEKLaTAMLYs8AH3pVge2jUBmTsYh
    6EzZ/BMFUJDXYPF+PSG4zCaZEQKBgQDfWZicendQHQ0GmnlVEn33T3pnOE/7Orvx
    FrytgG6Jg2cKJpkEJgDO8wBC4H2226A+OOXoGdqjroVQMNDER0Ycv68JawTysKBg
    J4G9mYn2qDYDTRDwrbTJnen/bviLfNP0VE8Js1Q+Hnd0elR3GhTm/lruXIar60j6
    1TPAQAvsAwKBgFECHexWRKC0juI6F43WT0bNJP/N0mYc0vyt6UYBRbMmOSDxYkf4
    bGgthgFZQAjAByfWQgfU7g6GOIolDXsF4U9gSAYkXlsQKSSMkFliCpk3Je8WTPUw
    JT39Cp0Sg/JTpAIAEl7/U4fHsG9dMI/soL9/4EVi+J3mGmgkh6xt4K5RAoGAGpsy
    udlA41NCnPnD4GV+ifp2y1sC9BuQDe02drio8kqr+KKWcc8RI5YA/vZ9I05QbXkb
    siV6TStaCC54gBk5ee0/rbCI+1wdDrdGFk73B2IMZSJGFVWsBqSAHoSaqQsquJ1e
    ePpa27eHZWG5NCLwQIAmVuTAyjQSEodZTdqTUP8CgYA/ZpRv9zNoWZwbfR8q33vk
    fwfbBkQsEIUgN//c5P3BtwwFlbXvCbcHIk2zetFLJKNWbi7mJmagGal/3MeACN9h
    6+yDZj2o91iVPckGpLlxV7PU8Aj0RhyZCbPpH9b6lPdNiFhzjCa+GcVSUdXCsWjd
    72H7fZ0S7ZqHPYr4RzT0Yg==
    -----END PRIVATE KEY-----
    """

  /// The elliptic-curve key of the first rotation.
  static let secondEllipticCurve = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgusM70KW/9Riv+/3N
    GeE4pbRhcK8LyEsuBqsE/zphWZahRANCAAQ/4sms7JiiRSy4c0/hWefSOLQmSopb
    JzC7DdCpr10aN/e/+IhCzf1GOG1PmndUHBK1+rgldVWgycgpMQkzpq8a
    -----END PRIVATE KEY-----
    """
}
