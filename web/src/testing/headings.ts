/** Returns the levels of the headings on the screen, in order. */
export const headingLevels = (): number[] =>
  [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) => Number(tagName.slice(1)))

/** Whether no heading level is skipped on the way down. */
export const isInOrder = (levels: readonly number[]): boolean =>
  levels.every((level, at) => level <= (levels[at - 1] ?? level) + 1)
