let user = "ann"
