import DocgenSampleHosting

// Samples without docgen's modules run here, because this program starts in a fraction of the time.
SampleProcess.runIfRequested()
print("docgen starts this program to run samples; it does nothing by itself")
