// The labels that the model gives to the tokens of a reference.

/** The parts of a reference that the model distinguishes. */
export const PARTS = [
  'author',
  'editor',
  'title',
  'container',
  'series',
  'date',
  'volume',
  'issue',
  'pages',
  'publisher',
  'location',
  'note',
  'number',
  'doi',
  'url',
] as const

/** The name of a part. */
export type Part = (typeof PARTS)[number]

/**
 * A label: outside of all parts (`O`), or leading to (`L`), beginning (`B`) or inside (`I`) one. `L` marks words before
 * a part that announce it: the `vol.` of `vol. 12`.
 */
export type Label = 'O' | `${'L' | 'B' | 'I'}-${Part}`

/** All labels, in the order of their numbers. */
export const LABELS: readonly Label[] = [
  'O',
  ...PARTS.flatMap((part): Label[] => [`L-${part}`, `B-${part}`, `I-${part}`]),
]

/** Returns the part of a label; null outside of all parts. */
export const partOf = (label: Label): Part | null => (label === 'O' ? null : (label.slice(2) as Part))

/** A state of the model at a token. */
export interface State {
  /** The number of the label. */
  label: number
  /** Whether the title of the reference has begun, at this token or before it. */
  titled: boolean
}

const isOfTitle = (label: Label): boolean => label === 'B-title' || label === 'I-title'

/** All states of the model, in the order of their numbers: two per label, but one per label of the title. */
export const STATES: readonly State[] = LABELS.flatMap((name, label) =>
  (isOfTitle(name) ? [true] : [false, true]).map((titled) => ({ label, titled })),
)

/**
 * Returns whether a state may follow another; `before` is null at the beginning of a reference. Only the first label
 * of the title changes `titled`.
 */
export const mayBeNext = (state: State, before: State | null): boolean =>
  mayFollow(nameOf(state), before && nameOf(before)) &&
  (nameOf(state) === 'B-title' || state.titled === (before?.titled ?? false))

/** Returns whether a label may follow another; `before` is null at the beginning of a reference. */
function mayFollow(label: Label, before: Label | null): boolean {
  const part = partOf(label)
  // Words that lead to a part are followed by more of them, or by its beginning.
  if (before?.startsWith('L')) return partOf(before) === part && !label.startsWith('I')
  if (!label.startsWith('I')) return true
  return before !== null && partOf(before) === part
}

const nameOf = ({ label }: State): Label => LABELS[label] ?? 'O'

/** The pairs of states that may stand in this order, by their numbers. */
export const TRANSITIONS: readonly (readonly [number, number])[] = STATES.flatMap((before, from) =>
  STATES.flatMap((state, to) => (mayBeNext(state, before) ? [[from, to] as const] : [])),
)
