/** Names in the order of Unicode, from alpha to omega; `-` is the final sigma. */
const GREEK_NAMES =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho - sigma tau upsilon phi chi psi omega'
/** The code points of α and Α. */
const [SMALL_ALPHA, CAPITAL_ALPHA] = [0x3b1, 0x391]

/**
 * Greek letters by the names that HTML and TeX give them: `beta` β, `Gamma` Γ. Unicode has them in alphabetical order;
 * the final sigma between rho and sigma has no such name.
 */
export const greekLetters: Readonly<Record<string, string>> = Object.fromEntries(
  GREEK_NAMES.split(' ').flatMap((name, at) =>
    name === '-'
      ? []
      : [
          [name, String.fromCharCode(SMALL_ALPHA + at)],
          [name.charAt(0).toUpperCase() + name.slice(1), String.fromCharCode(CAPITAL_ALPHA + at)],
        ],
  ),
)
