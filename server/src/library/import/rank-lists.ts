import type { api, ParsedInputOf } from '@scinav/contract'

/** The name of a rank list, such as `CSSCI` or `JCR`. */
export type RankList = ParsedInputOf<typeof api.library.importRanks>['list']

/** How the values of a list are read. */
interface RankListRule {
  /** Returns a value of a table in its stored form, or null when the list has no such value. */
  read: (text: string) => string | null
  /** The message about the allowed values, shown for a table that contains others. */
  expected: string
}

const CHINESE_NUMERALS: Record<string, string> = { 一: '1', 二: '2', 三: '3', 四: '4' }

/**
 * Zones of the two partition tables, written `1`, `1区`, `一区` or `Zone 1`: the first digit counts, and whatever
 * follows it, such as ` Top`, is ignored.
 */
const ZONE_RULE: RankListRule = {
  read: (text) => {
    const arabic = text.replace(/[一二三四]/g, (numeral) => CHINESE_NUMERALS[numeral] ?? numeral)
    return /^\D*([1-4])(?!\d)/.exec(arabic)?.[1] ?? null
  },
  expected: '分区应为 1–4',
}

/** Quartiles, written `Q1`, `1` or `1区`. */
const QUARTILE_RULE: RankListRule = {
  read: (text) => {
    const quarter = /^Q?\s*([1-4])(?:区)?$/i.exec(text)?.[1]
    return quarter ? `Q${quarter}` : null
  },
  expected: '分区应为 Q1–Q4',
}

/** Classes, written `A` or `A类`. */
const LETTER_RULE: RankListRule = {
  read: (text) => /^([ABC])(?:类)?$/i.exec(text)?.[1]?.toUpperCase() ?? null,
  expected: '级别应为 A、B 或 C',
}

/** Maximum length of the part of a list that a value names. */
const MAX_VALUE_CHARS = 40

/**
 * Creates the rule of a list that journals are either in or not: the value may name a part of the list, and a missing
 * value is stored as `defaultValue`.
 */
const membershipRule = (defaultValue: string): RankListRule => ({
  read: (text) => (text.length > MAX_VALUE_CHARS ? null : text || defaultValue),
  expected: `级别不能超过 ${MAX_VALUE_CHARS} 个字`,
})

/**
 * The rules by list. CAS and XR are the partition tables of the Chinese Academy of Sciences and of 新锐; 预警 is the list
 * of journals that the Academy warns against.
 */
const RANK_LIST_RULES: Record<RankList, RankListRule> = {
  CAS: ZONE_RULE,
  XR: ZONE_RULE,
  JCR: QUARTILE_RULE,
  CCF: LETTER_RULE,
  SCI: membershipRule('收录'),
  SSCI: membershipRule('收录'),
  'A&HCI': membershipRule('收录'),
  EI: membershipRule('收录'),
  北大核心: membershipRule('收录'),
  科技核心: membershipRule('收录'),
  CSSCI: membershipRule('来源'),
  CSCD: membershipRule('核心库'),
  AMI: membershipRule('收录'),
  预警: membershipRule('预警'),
}

/** Returns a value of a list in its stored form, or a reason when the list has no such value. */
export function parseRankValue(list: RankList, text: string): { value: string } | { reason: string } {
  const { read, expected } = RANK_LIST_RULES[list]
  const value = read(text.normalize('NFKC').trim())
  return value === null ? { reason: expected } : { value }
}
