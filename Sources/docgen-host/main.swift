import SampleHosting

// Samples run in here when they import nothing of docgen's: it starts in a fraction of the time.
SampleProcess.runIfRequested()
print("docgen starts this program to run samples; it does nothing by itself")
