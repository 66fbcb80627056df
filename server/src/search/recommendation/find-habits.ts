import type { Work } from '@scinav/contract'

/** A keyword, author or journal that several works have in common. */
interface Habit {
  label: string
  /** Number of works that have it. */
  count: number
  /** Title of the first work in the list that has the value. */
  title: string
}

/**
 * Returns the values that the works have, most frequent first; ties keep the order of the works.
 *
 * @param keyOf returns the key under which two spellings of a value are equal; '' for a value that does not count.
 */
export function findHabits(
  works: Work[],
  valuesOf: (work: Work) => string[],
  keyOf: (text: string) => string,
): Habit[] {
  const habits = new Map<string, Habit>()
  // The map makes a value that a work repeats count once.
  for (const work of works)
    for (const [key, label] of new Map(valuesOf(work).map((value) => [keyOf(value), value]))) {
      if (key === '') continue
      const habit = habits.get(key)
      if (habit) habit.count += 1
      else habits.set(key, { label, count: 1, title: work.title })
    }
  return [...habits.values()].sort((a, b) => b.count - a.count)
}
