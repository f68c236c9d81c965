/// A TEST KEY, published here where anyone can read it: use it only for tests.
///
/// The original's test provider has a key in its source too. With it, tokens are the same in every
/// run.
enum TestProviderKey {
  /// The `kid` of the key.
  static let id = "sync_gateway_oidc_test_provider"

  static let pem = """
    -----BEGIN PRIVATE KEY-----
    MIIEuwIBADANBgkqhkiG9w0BAQEFAASCBKUwggShAgEAAoIBAQCJilSbXttAWVBT
    S+HByG8s8W6rkJqPPwQWBVlr/vRiBlwuDHD+CPbcp6nOeQ1MJVm6sQqOYHlc2gGu
    nR26DKo/4Kb+JlEcmdmxnBb43iZJhkUrqCy7TZiM/9qxgWaDPb9pcStAAz+MuABV
    1/697QqJW5uJ1CAZIAMlmIazRFH2pc/+7eQK5zDXdtsffYmYTnnKhvyFS7i33T5H
    8+bvVaLR6B/qgxf7LgmHAv0jNbR+K59Ihby1norsoP8bJZk9+zsStdzN9t0KIcZ6
    tUA8ZQImuxUrTWJlJYTH/6c3+zIq6+/vbq3nKzjhZkQDTB6Ww2+fjGo4wxzOP10z
    yx4k7BMHAgMBAAECgf9H5zP+sG2ZYRfHyWO8auG0HS4+LYVKXdHvsTGObpBUA/8s
    vlRTz1vpqb1Gs6y/93FxUsdcp2ggTS2T8OTENDAiNM/DDe+u2Wof7/oSdhCOCiPJ
    2aGI9If2g8tQq4AWxwZ07ootwi+hi+VLph+xgA/XaeIRAVRxI3XXBxC5pyiHnbi9
    r7hULIc/w5HiDTesNOX/59EZYcvdEwvOIgs8HYUS5NEE0qbfp6SCyo9zKBfyfApp
    Gt4wVJF2QMDVVzHy5q7kECEQ2XaeB0S46PxSg2+xPBEEOk4ZRdCKqG8FlxKztQev
    D3dXq098LzNbXcqr+R7eWq2ALblrOlhcKUEdd6ECgYEAvjRUkSsIlS9fuvrP3exs
    Z1F2fAgLGY2czoN1OhnWZ9VyrKK7eWMSDP9czunF/83PtMQea/07XKre4SfPNelA
    /T5SH7D5RR3+vV7WsgMxO4c5aTkjzMVPj8aJbLVDjB0Y4o6GkoPAwGZk2XKGku6J
    Q96lGee8m9dJJdEhNOaV/ecCgYEAuR5NND17ahIDEYQWXXQ8y59gjd6+v9nXZ2Pf
    j8G+0rG0dvROJbXPH5mg8YJYqz63Hgud74+FHrbIZnkOSKKmir2aN0mqAskVi6hw
    fTN3L8D5DBA0ckALrpYTw+PoPoV6TLXav8IpJFb9jd+1AJXeHWQt/++++uFf34vH
    BbntXeECgYAKoYQkhQI6zGYOXlxl7AP3Fl+H+S8do4OjK0fPEoigTxbUvVe7JiVp
    IpC+Y+SUMp2sXdXRdVrvCAHjFcWIHtxqCySt7sdP7KhDT1yyoGkNCbbUwcPVeyXC
    RHeD4vG+kBXG++5bnA+W8WIroTISXlC/wV76/q/VCghlm7W+bjDt+wKBgQCRAAEt
    ODNhRDaPE82I6jFstawltCHpmLK2024b5oCX/IYE3xwPQbe5YtbEFXtqtzcsG6Fc
    Mijtg/K5AX2Eu5KD/ju7rsGyaNuthwSFrThgeWEaZ98M1snPuNJGkFAsGNVRHOj5
    ZxZe1pzI8j+O89UFZKD7ZklLrhkwuwXroFUjQQKBgDrZRAGK5HUuPBtJrdjBUamI
    7iX6MKowB7ZFFCd195CtedmpgJvls9gSN4SVJVVFQdBSjz/nfdAzXWEwiBxfPQzo
    LYNylbrtNZICXYK4NR+2b5EE5WVc0R94xFQo8J+Y2SLY59HXkwY7Q1XXx4UPkzKH
    LAbZEoZ9DYKwJDFFTaOe
    -----END PRIVATE KEY-----
    """
}
