import type { api, ParsedInputOf } from '@scinav/contract'

export type RankList = ParsedInputOf<typeof api.library.importRanks>['list']

interface ListFacts {
  /** The value as it is stored, or null where the list has no such value. */
  read: (written: string) => string | null
  /** What the column may hold, for the person whose table holds something else. */
  expected: string
}

const NUMERALS: Record<string, string> = { 一: '1', 二: '2', 三: '3', 四: '4' }

/** `1`, `1区`, `一区`, `Zone 1`: the zones of the two partition tables. */
const zones: ListFacts = {
  read: (written) => {
    const bare = written.replace(/[一二三四]/g, (numeral) => NUMERALS[numeral] ?? numeral)
    return /^\D*([1-4])(?!\d)/.exec(bare)?.[1] ?? null
  },
  expected: '分区应为 1–4',
}

const quartiles: ListFacts = {
  read: (written) => {
    const quarter = /^Q?\s*([1-4])(?:区)?$/i.exec(written)?.[1]
    return quarter ? `Q${quarter}` : null
  },
  expected: '分区应为 Q1–Q4',
}

const letters: ListFacts = {
  read: (written) => /^([ABC])(?:类)?$/i.exec(written)?.[1]?.toUpperCase() ?? null,
  expected: '级别应为 A、B 或 C',
}

const LONGEST = 40

/** A list that a journal is in or not may say which part of it; without a value it is simply listed. */
const listed = (standing: string): ListFacts => ({
  read: (written) => (written.length > LONGEST ? null : written || standing),
  expected: `级别不能超过 ${LONGEST} 个字`,
})

const LISTS: Record<RankList, ListFacts> = {
  CAS: zones,
  XR: zones,
  JCR: quartiles,
  CCF: letters,
  SCI: listed('收录'),
  SSCI: listed('收录'),
  'A&HCI': listed('收录'),
  EI: listed('收录'),
  北大核心: listed('收录'),
  科技核心: listed('收录'),
  CSSCI: listed('来源'),
  CSCD: listed('核心库'),
  AMI: listed('收录'),
  预警: listed('预警'),
}

/** A value of a list as it is stored; a reason where the list has no such value. */
export function readRank(list: RankList, written: string): { value: string } | { reason: string } {
  const { read, expected } = LISTS[list]
  const value = read(written.normalize('NFKC').trim())
  return value === null ? { reason: expected } : { value }
}
