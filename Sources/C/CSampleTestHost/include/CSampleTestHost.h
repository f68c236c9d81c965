/*
 * Makes a test program the host of its own samples: started again with the host's variable in its
 * environment, it runs a sample before its own `main`, which belongs to the testing library.
 */
#ifndef CSAMPLETESTHOST_H
#define CSAMPLETESTHOST_H

/// Runs a sample, or a page's shell blocks, and ends the process; defined in Swift.
void csampletesthost_run_if_requested(void);

#endif
