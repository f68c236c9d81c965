// title: Push and pull

print("pushed")
