import { agreement, readPolarity } from './polarity.ts'

/** Phrases that deny an effect. */
const DENIAL =
  /并不(?:能|会|总)?|并未|并非|没有(?:显著|明显)|无显著|未发现|(?<!\p{L})(?:do(?:es)? not (?:always |necessarily |significantly )?(?:improve|help|outperform|affect|increase|reduce|hold|support|transfer)|did not (?:significantly )?(?:improve|help|outperform|affect|increase|reduce)|no (?:significant|clear|consistent) (?:effect|difference|improvement|evidence|gain)s?|fail(?:s|ed)? to (?:improve|replicate|reproduce|outperform))(?!\p{L})/iu

/** Returns whether one of two sentences denies what the other states about the same things. */
export function contradicts(one: string, other: string): boolean {
  if (DENIAL.test(one) === DENIAL.test(other)) return false
  const { along, against } = agreement(readPolarity(one), readPolarity(other))
  return against > along
}
