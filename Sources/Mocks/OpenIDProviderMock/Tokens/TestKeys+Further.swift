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

  static let ed25519 = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIGdfHGUnd0ITLmnRZiNV79U9XUi9sKRQ8tro4p28yc4n
    -----END PRIVATE KEY-----
    """
}
