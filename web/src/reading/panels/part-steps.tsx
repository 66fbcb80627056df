import { useState } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'

/** The value of `after` for the first part: ordinals begin with 0. */
const FIRST_AFTER = -1

/**
 * The position in a list that is read in parts. Its entries have ordinals; a part holds the entries that follow the
 * ordinal `after`, and the server names the ordinal after which the next part begins.
 */
export interface PartNavigation {
  after: number
  isFirst: boolean
  /** Goes to the part before. */
  back: () => void
  /** Goes to the part that follows an ordinal. */
  forth: (nextAfter: number) => void
}

/** Returns the position in a list that is read in parts, at first the first part. */
export function usePartNavigation(): PartNavigation {
  /** The `after` of every part from the first to the present one. */
  const [afters, setAfters] = useState<number[]>([FIRST_AFTER])
  return {
    after: afters.at(-1) ?? FIRST_AFTER,
    isFirst: afters.length === 1,
    back: () => setAfters(afters.slice(0, -1)),
    forth: (nextAfter) => setAfters([...afters, nextAfter]),
  }
}

interface Props {
  parts: PartNavigation
  /** The ordinal after which the next part begins; null at the last part. */
  nextAfter: number | null
}

/** Renders the buttons to the previous and next part, where they exist. */
export function PartSteps({ parts, nextAfter }: Props) {
  return (
    <>
      {!parts.isFirst && (
        <QuietButton icon="left" onPress={parts.back}>
          前面的
        </QuietButton>
      )}
      {nextAfter !== null && (
        <QuietButton icon="right" onPress={() => parts.forth(nextAfter)}>
          后面的
        </QuietButton>
      )}
    </>
  )
}
