/**
 * A pause between two reads of a state that no event announces, or between two calls of a load. Without one, a test that
 * waits keeps a processor busy. No test relies on the length.
 */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
