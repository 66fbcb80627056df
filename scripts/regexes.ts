// npm run check: rejects regular expressions of shipped code, and lists of `config/language`, that some text makes slow:
// those whose repetitions compete for the same characters, or that search for a run again from each of its characters.
// `(?<!x)x+$` starts only at the beginning of a run.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { analyse } from 'scslre'
import { anyOf, PHRASE_LANGUAGES, phraseListNames } from '../server/src/language/phrases.ts'
import { repoRoot } from './node24.mjs'
import { shippedSources } from './workspaces.ts'

const TEST_FILE = /\.test\.tsx?$|\.cases\.ts$|(?:^|\/)(?:testing|drills)\//

interface RegexLiteral {
  pattern: string
  flags: string
}

/** Returns the regular-expression literals of a source text. */
export function findRegexLiterals(code: string, tsx = false): RegexLiteral[] {
  const found: RegexLiteral[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'RegExpLiteral') found.push(node as unknown as RegexLiteral)
    for (const child of Object.values(node)) walk(child)
  }
  walk(parseSync(code, { syntax: 'typescript', tsx, target: 'esnext' }).body)
  return found
}

/** Returns why matching a text of n characters may need more than O(n) steps; null when it cannot. */
export function describeSlowness({ pattern, flags }: RegexLiteral): string | null {
  const [report] = analyse({ source: pattern, flags }, { maxReports: 1 }).reports
  if (!report) return null
  if (report.exponential) return '步数随文本长度指数增长'
  return report.type === 'Move' ? '从一串字符的每一个重新找起' : '相邻的重复争用同样的字符'
}

/** Returns the slow expressions of a source text, one line each. */
export function findSlowRegexes(file: string, code: string): string[] {
  return findRegexLiterals(code, file.endsWith('x')).flatMap((written) => {
    const fault = describeSlowness(written)
    return fault ? [`${file}  /${written.pattern}/${written.flags}  ${fault}`] : []
  })
}

/** Returns the slow expressions of all shipped code. */
function findSlowShippedRegexes(): string[] {
  const files = shippedSources.flatMap((folder) =>
    readdirSync(join(repoRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file).replaceAll('\\', '/'),
    ),
  )
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !TEST_FILE.test(file))
  return sources.flatMap((file) => findSlowRegexes(file, readFileSync(join(repoRoot, file), 'utf8')))
}

/** Returns the slow lists of phrases of `config/language`. */
function findSlowPhraseLists(): string[] {
  const names = new Set(PHRASE_LANGUAGES.flatMap(phraseListNames))
  return [...names].flatMap((name) => {
    const fault = describeSlowness({ pattern: anyOf(name), flags: 'iu' })
    return fault ? [`config/language  ${name}  ${fault}`] : []
  })
}

if (import.meta.main) {
  const slow = [...findSlowShippedRegexes(), ...findSlowPhraseLists()]
  if (slow.length > 0) console.error(`这些正则表达式会被某些文本拖慢，请改写：\n${slow.join('\n')}`)
  process.exitCode = slow.length > 0 ? 1 : 0
}
