// title: A setup

let user = "alice"
