/** A logistic model over named features: P = 1 / (1 + e^−z), z = bias + Σ weight · (feature − mean) / scale. */
export interface LogisticScorer<Name extends string> {
  bias: number
  features: Record<Name, { mean: number; scale: number; weight: number }>
}

/** Returns the probability, 0–1, that a model gives to features. */
export function scoreProbability<Name extends string>(
  { bias, features }: LogisticScorer<Name>,
  values: Record<Name, number>,
): number {
  const names = Object.keys(values) as Name[]
  const z = names.reduce((sum, name) => {
    const { mean, scale, weight } = features[name]
    return sum + (weight * (values[name] - mean)) / scale
  }, bias)
  return 1 / (1 + Math.exp(-z))
}
