// title: Count trips
// summary: Counts the trips in a database.
// tags: storage

import DocgenJSON
import DocgenSQLite
import Foundation

let trips = try JSONParser.parse(#"["Lisbon", "Porto"]"#).array ?? []
let database = try Database(.memory)
try database.executeScript("CREATE TABLE trips (name TEXT)")
for trip in trips {
  try database.execute("INSERT INTO trips VALUES (?)", binding: [SQLiteValue(trip.string)])
}
let row = try database.first("SELECT COUNT(*) FROM trips")
print("trips:", row?[0].integer ?? 0)
