import { useState } from 'react'
import { readStored, writeStored } from '../../ui/stored-choice.ts'

/** A reader's text settings. */
export interface TextLook {
  /** Size of the letters, in pixels. */
  size: number
  /** Length of the lines, in em. */
  width: number
  /** Whether the font has serifs. */
  serif: boolean
}

const STORAGE_KEY = 'scinav.reading.look'
const defaultLook: TextLook = { size: 16, width: 42, serif: false }
/** The range of sizes, in pixels, and the widths that can be chosen, in em. */
const SIZES = { min: 13, max: 26 }
const WIDTHS = [34, 42, 54]

/** Reads the settings stored as `size width serif`, such as `16 42 0`; the defaults when they are invalid. */
function readStoredLook(): TextLook {
  const [size, width, serif] = (readStored(STORAGE_KEY) ?? '').split(' ').map(Number)
  if (!size || !width || size < SIZES.min || size > SIZES.max || !WIDTHS.includes(width)) return defaultLook
  return { size, width, serif: serif === 1 }
}

/** Returns the text settings stored in this browser, and the functions that change them. */
export function useTextLook() {
  const [look, setLook] = useState(readStoredLook)
  const change = (to: Partial<TextLook>) => {
    const next = { ...look, ...to }
    setLook(next)
    writeStored(STORAGE_KEY, `${next.size} ${next.width} ${next.serif ? 1 : 0}`)
  }
  return {
    look,
    /** Makes the letters larger (1) or smaller (−1), or of the initial size (0). */
    resize: (by: 1 | -1 | 0) =>
      change({
        size: by === 0 ? defaultLook.size : Math.min(SIZES.max, Math.max(SIZES.min, look.size + by)),
      }),
    /** Takes the next width; after the last one, the first. */
    widen: () =>
      change({ width: WIDTHS[(WIDTHS.indexOf(look.width) + 1) % WIDTHS.length] ?? defaultLook.width }),
    toggleSerif: () => change({ serif: !look.serif }),
  }
}
