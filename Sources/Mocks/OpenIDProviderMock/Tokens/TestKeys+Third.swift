/// TEST KEYS like the others: those of the second rotation.
extension TestKeys {
  static let thirdRSA = """
    -----BEGIN PRIVATE KEY-----
    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC0jonDzLXlV7wB
    bQZm39MslVV39pHBMHKs+acNM9eBsj/QuD1tDnFzG+dhnV3gw1s3uObfYxz6LZ2j
    jZu4BDcvn2Ja1AnJuFaSFzbUfkueUGsJWkk3I2hpvNjq7UW9gkPXwNxLUonRPegx
    McNAwInyvr7hs9CME1j78rXeiZonkQsFVNiKEMkp2P9H58RySZyw+Bv+CRboxAAx
    5rYjoZXNSe0kq+4oVZqcmuOZVe+99sT/W6qyUCvYnAZO9Vdn6HXmj9adYncKkoz+
    orlz3FRp/Lz0lRgQfcKoYetU14XbN1qz7ZUyLJYmXJvrV6HD7jR4T5NzV4ujjWfN
    Qx+yYQ5/AgMBAAECggEAAYwXJVTKJwteORG0gSOTehZT6fgOJH53Y4DgK/5kImBj
    Ds7SKyHfwJsrAgZVmTXgJwh8/sncPbVjKTuiOF/drGX/ppE0MRGIH5UpvlIDikYp
    V9mTA9eLbxyHLCKZLmT0LK0iaVYG7rWxGUefFlCQEULayX3yk42DsOUFJsFwtYlG
    i6I6j/CJG0csxSloIobmoXPwpuTzNegH8+2fj5VCrskSppqPZyMkyGkoxcWGzVeq
    4EH3rcD9KJXDtN3Zuhe6osKQ7YRmP7FzzGdNszIEUQ0wRuXvr9alYgrGmUkKOrOm
    uAaEbj1yfLRnrnMA0/0MKcCpmPzO3jaPe/NarQR8AQKBgQDvr68PKg6BR1KvbUt+
    um6ezX1GTL1QYGb/SoZeuyauURZ+eon9Rb9lv7KR7x1mL6ynRQArDm516KU6iKZg
    DGetITrZPgsmqT15igCxhfTJ4TAOPPuvN87dttLp+M7mjDMgQyrEItXKACDXKPQz
    OYRH1tYPSjBNL01cEQ51K322wQKBgQDA2JOlYMjqP8CjNeFVbebc6CSKvJmV0rzL
    UMcMGbN9WDWx6WXzB1oSbBFaLNHNiScCDAYxui/htb4jjisj35SCWTStG0WNPQBW
    zahdlQ2whTIvaC+R+YjGug5ZN7srGI1tRv1SLGLdZuu6tMQI5Fy6H6O/8bhzDGWQ
    D4QPvINVPwKBgQDPrYjgec9horv5NpkwcDdDL8e5LurmBvGXiCpPUJfeeHImGuUP
    Z+zEK8p8+hOeI/bUZEwWAoYhcfggdKC8HmOCtoU4ELM2x3N1qOaa6vfEKHMsExj8
    pD2BDFVJ14TmbFosPSaEFa7qPRw3ccvNyqtcV8DYNK8PYcoE2N6PFaTywQKBgFCg
    /LJTkg1m1Fso5uq6BaFtKgIbsrdSof776g0kHciVffXB2Q9QjpdPOb4TKTEfXADe
    GCTobKaZP0NMaLsZ+tS5CW4rDdxsmdyxJejirhOUzRPHIsSMqWQ1XFRvGcF+BXug
    B8A4sKlTI9IvTBtPp3lmSyewn+byUvB1nEicD+kvAoGAEV47C7OBq91R40CPtU/j
    8Ugr9orrQgwlziDoakj+9GBz00xmEeuyrvfc/QPsICp/fgNlviozOH3Ldfr/woRz
    kqiaQHl0+PXdIQ04+/aKlkRqufgDLmcpyuD24dftOdLS4iXjdja9JiI3BJY8DS3+
    OfLwCaqMOozak8gm34hi6L8=
    -----END PRIVATE KEY-----
    """

  static let thirdEllipticCurve = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgi0Db8tLWatE3a+Xz
    uXscBD4a+YQjU4YW+8m3mwJHZlKhRANCAARbGMCjTsiMVBPyUIqCwoOCxp/UnERd
    znZ5GiOJ7Ax9VjUjk39z4ts/cDf5ZioxY8Oxdr4yWIhfhh8GqLaBMIEs
    -----END PRIVATE KEY-----
    """

  static let thirdP384 = """
    -----BEGIN PRIVATE KEY-----
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDALqeipDC58oh2ruFTX
    GB1QBRYTIJ7+j85+RUC0EvNRqXvd7XvBJwduzDzbLaVv08WhZANiAARRJPKoWf7J
    ZEFDmLE8prEvNU2VIbWvEwZKlyCZj0cdQT5CvltTmD/JaoNAzNr8fYLTps8rTfoz
    hdBod1tFKrBY5RSDMBlUFsIuy9e/8RZyRoCM01l2PkgjdzE75IK2TEU=
    -----END PRIVATE KEY-----
    """

  static let thirdP521 = """
    -----BEGIN PRIVATE KEY-----
    MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIAWSmK03a2IGlKLG6B
    IeSVYKrKgVZAYiXQ+4yQ3adkuNKoNNCWNtOkxJB4NkLk+8fxTK+FsON/eBzAs5cm
    QHTdRSuhgYkDgYYABAHPXrbQgF4G7UpuhZCiwOgJUEWcPBi+DjP2/ezUeJN/zCIU
    1ToeVejS+jjAY0u3sXKlBjoc6Ngukqapb8nubLAk+gE6sXN8Es0SHfyTbxiwGzYz
    J1J66Iik+QSoheQcdSIpS/jtiIQ+e2OL4lf2LpHrvd06ZfPzgLGmkl0fiUf6mlsN
    IA==
    -----END PRIVATE KEY-----
    """

  static let thirdEd25519 = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIOjR53xm6bvI69UAEyXFL9as039hcLGQTTpMTC++WvMj
    -----END PRIVATE KEY-----
    """
}
