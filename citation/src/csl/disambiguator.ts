// Tells ambiguous cites apart by more names, given names and tests of `disambiguate`.
import {
  type Disambiguation,
  GIVEN_LEVEL,
  type GivenLevels,
  type RenderedNameList,
  type RenderingStyle,
} from './cite-state.ts'
import { outputText } from './output.ts'
import { personKey } from './person-names.ts'
import type { Reference } from './reference.ts'
import { renderReference } from './rendering.ts'

/** A reference and what has been decided so far for its cites, which later steps extend in place. */
export interface Candidate {
  reference: Reference
  citationNumber: number
  settled: Disambiguation
}

/** A place among the names of a cite. */
interface NameSlot {
  /** Index of the list of names: the authors, the editors. */
  list: number
  /** Index of the name in its list. */
  at: number
}

/** Largest number of tests of `disambiguate` that are met for a cite; bounds the trials of a style with many. */
const MAX_CONDITIONS = 8

/**
 * Finds for each ambiguous cite the least that has to be printed in addition to distinguish it from the others. The
 * cites are partitioned by their printed text; a change is tried on a whole set of cites that look alike, and kept if
 * it divides the set, whose parts are then treated in the same way.
 */
export class Disambiguator {
  private readonly rendering: RenderingStyle
  private readonly givenLevels: GivenLevels | undefined

  constructor(rendering: RenderingStyle, givenLevels: GivenLevels | undefined) {
    this.rendering = rendering
    this.givenLevels = givenLevels
  }

  private render(candidate: Candidate, disambiguation: Disambiguation) {
    return renderReference(this.rendering, candidate.reference, {
      area: 'citation',
      position: 'subsequent',
      isComparison: true,
      citationNumber: candidate.citationNumber,
      disambiguation,
      givenLevels: this.givenLevels,
    })
  }

  /** Returns the text of a cite: cites with the same text are ambiguous. */
  private cite(candidate: Candidate, disambiguation: Disambiguation): string {
    return outputText(this.render(candidate, disambiguation).outputs)
  }

  /** Returns the sets of candidates whose cites look alike, after a tentative change if one is given. */
  partition(candidates: readonly Candidate[], change?: (trial: Disambiguation) => void): Candidate[][] {
    const groups = new Map<string, Candidate[]>()
    for (const candidate of candidates) {
      const trial = change ? copyOf(candidate.settled) : candidate.settled
      change?.(trial)
      const cite = this.cite(candidate, trial)
      const group = groups.get(cite)
      if (group) group.push(candidate)
      else groups.set(cite, [candidate])
    }
    return [...groups.values()]
  }

  /**
   * Makes a change for all candidates if it distinguishes some of them; returns the sets of cites that then look alike,
   * undefined when the change helps none.
   */
  private attempt(
    group: readonly Candidate[],
    change: (trial: Disambiguation) => void,
  ): Candidate[][] | undefined {
    const parts = this.partition(group, change)
    if (parts.length < 2) return undefined
    for (const { settled } of group) change(settled)
    return parts
  }

  /** Returns for each candidate the lists of names that its cite prints. */
  private listsOf(group: readonly Candidate[]): RenderedNameList[][] {
    return group.map((candidate) => this.render(candidate, candidate.settled).state.nameLists)
  }

  /** Returns the places of names, list by list, as far as the longest of the lists goes. */
  private slots(lists: readonly RenderedNameList[][]): NameSlot[] {
    const slots: NameSlot[] = []
    const listCount = Math.max(0, ...lists.map((citeLists) => citeLists.length))
    for (let list = 0; list < listCount; list++) {
      const nameCount = Math.max(0, ...lists.map((citeLists) => citeLists[list]?.names.length ?? 0))
      for (let at = 0; at < nameCount; at++) slots.push({ list, at })
    }
    return slots
  }

  /** Returns the changes to try at a place, in this order: one more name, its initials, its given name. */
  private changesAt(slot: NameSlot): ((trial: Disambiguation) => void)[] {
    const { addNames, addGivenName, givenNameRule } = this.rendering.style.citation
    const showName = (trial: Disambiguation) => {
      if (addNames) trial.nameCounts[slot.list] = Math.max(trial.nameCounts[slot.list] ?? 0, slot.at + 1)
    }
    if (!addGivenName || givenNameRule !== 'by-cite') return [showName]
    const levels = [GIVEN_LEVEL.initials, GIVEN_LEVEL.full].map((level) => (trial: Disambiguation) => {
      showName(trial)
      raiseLevel(trial, slot, level)
    })
    return [showName, ...levels]
  }

  /**
   * Adds names one by one and, name by name, initials or given names. Returns the sets that are still ambiguous.
   *
   * @param from index of the first slot to try; earlier ones have helped all they can.
   */
  addNames(group: Candidate[], from = 0): Candidate[][] {
    const lists = this.listsOf(group)
    const slots = this.slots(lists)
    const isHidden = ({ list, at }: NameSlot) =>
      lists.every((citeLists) => (citeLists[list]?.usualCount ?? 0) <= at)
    for (let i = from; i < slots.length; i++) {
      const slot = slots[i]
      if (!slot || !differAt(lists, slot)) continue
      if (isHidden(slot) && !this.rendering.style.citation.addNames) continue
      for (const change of this.changesAt(slot)) {
        const parts = this.attempt(group, change)
        if (parts) return parts.flatMap((part) => (part.length > 1 ? this.addNames(part, i) : []))
      }
    }
    return [group]
  }

  /**
   * Meets one more of the tests `disambiguate="true"` at a time, in the order in which rendering reaches them, until
   * the cites differ or no test is left. Returns the sets that are still ambiguous.
   *
   * @param from how many tests are met in the first trial.
   */
  addConditions(group: Candidate[], from = 1): Candidate[][] {
    const [first] = group
    if (!first) return []
    for (let met = from; met <= MAX_CONDITIONS; met++) {
      const trial = { ...copyOf(first.settled), conditions: met }
      if (this.render(first, trial).state.conditionsSeen < met) break
      const parts = this.attempt(group, (settled) => {
        settled.conditions = met
      })
      if (parts) return parts.flatMap((part) => (part.length > 1 ? this.addConditions(part, met + 1) : []))
    }
    return [group]
  }
}

/** Returns a copy that can be changed for a trial. */
const copyOf = (original: Disambiguation): Disambiguation => ({
  ...original,
  nameCounts: [...original.nameCounts],
  givenLevels: original.givenLevels.map((levels) => [...(levels ?? [])]),
})

/** Sets the `GIVEN_LEVEL` of the name in a slot; names before it get the style's level where they have none. */
function raiseLevel(trial: Disambiguation, { list, at }: NameSlot, level: number): void {
  const levels = trial.givenLevels[list] ?? []
  trial.givenLevels[list] = levels
  levels[at] = level
  for (let i = 0; i < at; i++) levels[i] ??= GIVEN_LEVEL.byStyle
}

/** Further names are counted up to this number: whether one or several follow decides whether "et al." is printed. */
const MAX_COUNTED_NAMES = 3
/** A character that no name contains. */
const KEY_SEPARATOR = '\u0001'

/** Returns whether cites differ at a place of their names: in the person, or in how many names stand from there on. */
function differAt(lists: readonly RenderedNameList[][], { list, at }: NameSlot): boolean {
  const keys = lists.map((citeLists) => {
    const { names = [] } = citeLists[list] ?? {}
    const name = names[at]
    return `${name ? personKey(name) : ''}${KEY_SEPARATOR}${Math.min(names.length - at, MAX_COUNTED_NAMES)}`
  })
  return keys.some((key) => key !== keys[0])
}
