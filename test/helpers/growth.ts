/**
 * Runs work on an input so large that quadratic code would not come to its end within a test’s time.
 *
 * Tests assert no times (they say more of the machine than of the code): a test that hangs fails by its timeout.
 */
export function finishes<T>(size: number, make: (size: number) => T, work: (input: T) => void): void {
  work(make(size))
}
