/** The share of generated inputs that the gate tries, as a divisor. */
const SAMPLE = 10

/** Returns how many of `count` generated inputs a test tries: a tenth of them in the gate (`npm test`), else all. */
export const sampleInGate = (count: number): number =>
  process.env.TEST_PART === 'gate' ? Math.ceil(count / SAMPLE) : count
