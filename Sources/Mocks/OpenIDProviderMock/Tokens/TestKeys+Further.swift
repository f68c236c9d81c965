/// TEST KEYS like the others, for clients that register other algorithms.
extension TestKeys {
  static let p384 = """
    -----BEGIN PRIVATE KEY-----
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDBmWbsJBl3hFzWLuhao
    Kfq3GivFk873OoPlRI/B9g3xBAviterP9eD5v59ZLAwa+j+hZANiAARmY6R2zTXD
    S7eV2W3Uav5BZhYcuyU4gLGZW18TYfjML/yFxsfEmF7JICaAR7iIuWdxBXG+rfR+
    LLvGAYmMOQUj1tbrsgyQHR209dny3kzCW9S61WiDObbUwMhguZoRf4o=
    -----END PRIVATE KEY-----
    """

  static let secondP384 = """
    -----BEGIN PRIVATE KEY-----
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDCl/s1mXGYDbWSY7XE6
    BHe+T+eBh166TjFlApa66GXcS327/rEnaGTRuNTfVQna1CihZANiAATz8iAYAUcq
    sZUNn2w0KYXnSQV++gH4Dly2PbhJVEakXnbQQ1SOKhbdSg+fmB3xUAXED74hf9y9
    Zh7U2vXbst7r4VBtUfoRHUBbtyr1fZIhtKdbDJZJEAyI+PmbL5eNMDk=
    -----END PRIVATE KEY-----
    """

  static let p521 = """
    -----BEGIN PRIVATE KEY-----
    MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIBHEQHEE77aUbu0Q5n
    +/f9rdJPeYuhC8P12kkEcaoTZJHZvK2q8v24UeCAtoiYPuhjv93FlW2NVWcBXBFF
    qM/P3kqhgYkDgYYABAGOfW0nNhdHFrCkCalsbZHx+kxYSyEE8elOIVdQ1bjhxwOL
    Z2elv8jY1b2oDftIfv8ITuCtEV7f+xunBRN7xQSJ9AEJxz43i4YUrUQiLe2Vvdum
    ZarO6pCppYjo0lj4CExgdj9Gs1+PsR3Vlk+9vPrYoghkJUpNuw+uPuvqXPsI+EMS
    9w==
    -----END PRIVATE KEY-----
    """

  static let secondP521 = """
    -----BEGIN PRIVATE KEY-----
    MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIA7VBZZujlZyQLYb86
    i2hbj95zL3HqNCgQeMbfqXYRSi9Rib8Cpst7O7cJa7mJNleG/wVJl/2gLeSjZmBP
    oansWMihgYkDgYYABAGGFc6M2Hsto0cn8MoDYOgROYu0lqK/khVtb2fcuqesl32h
    sAgXKXdr/RlU2HW9iJcHrlHF2j/PNmdRTpc+O8CZBQElGXlTV4MAqQIudYD5WFuu
    uQID5bYxxAebCavKc61j8zi4bhv8IW2KMJnNN2c7qkHlC41Bd81AtbNwPADXAJKX
    pA==
    -----END PRIVATE KEY-----
    """

  static let ed25519 = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIGdfHGUnd0ITLmnRZiNV79U9XUi9sKRQ8tro4p28yc4n
    -----END PRIVATE KEY-----
    """

  static let secondEd25519 = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEICyCNfKL8PqwBr4g+/2iav/Q6RvkwcAiIlB5XxYREhoO
    -----END PRIVATE KEY-----
    """
}
