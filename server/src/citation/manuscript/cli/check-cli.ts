// npm run check-manuscript -- FILE [--json] [--style ID] [--engines ID,ID]: checks a manuscript against the library of
// DATA_DIR; nothing of it is kept. Findings do not make it fail.
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type EngineId, engineIds, type ManuscriptCheckState } from '@scinav/contract'
import { pino } from 'pino'
import { openBase } from '../../../open-base.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { anonymousContext } from '../../../platform/context/context.ts'
import { describeFault } from '../../../platform/foundation/fault.ts'
import { loadStyle } from '../../export/index.ts'
import { ManuscriptFault } from '../check/check.ts'
import { checkFile } from '../run-check.ts'

const USAGE = '用法：npm run check-manuscript -- 文件 [--json] [--style 格式] [--engines openalex,crossref]'
const SEVERITY_NAMES = { fault: '需处理', check: '建议看', info: '提示' } as const

/** Reads the arguments of the command; null without a file. Unknown engines are left out. */
function readArguments(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      style: { type: 'string', default: 'gb-2025-numeric' },
      engines: { type: 'string', default: '' },
    },
  })
  const [file] = positionals
  const known: readonly string[] = engineIds
  const engines = values.engines.split(',').filter((id): id is EngineId => known.includes(id))
  return file === undefined ? null : { ...values, file: resolve(file), engines, style: values.style }
}

/** Prints the findings as lines: severity, place and sentence. */
function printFindings({ facts, findings, warnings }: ManuscriptCheckState): string {
  const head = facts ? [`${facts.title}：参考文献 ${facts.entries} 条，正文引用 ${facts.markers} 处`] : []
  const lines = findings.map(({ severity, message }) => `${SEVERITY_NAMES[severity]}\t${message}`)
  return [...head, ...warnings, ...lines].join('\n')
}

async function main(): Promise<number> {
  const options = readArguments(process.argv.slice(2))
  if (!options) {
    console.error(USAGE)
    return 2
  }
  const { file, json, style, engines } = options
  if (!existsSync(file)) {
    console.error(`没有这个文件：${file}`)
    return 1
  }
  const { base, close } = await openBase(readConfig(process.env), pino({ level: 'silent' }))
  try {
    const ctx = anonymousContext(base, new AbortController().signal)
    await loadStyle(ctx, style)
    const request = { style, scope: { dataset_ids: [], engines }, outside_model: false }
    const state = await checkFile(ctx, { path: file, file_name: basename(file), request })
    console.log(json ? JSON.stringify(state, null, 2) : printFindings(state))
    return 0
  } finally {
    base.providers.parsing.close()
    await close()
  }
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error instanceof ManuscriptFault ? error.message : describeFault(error))
    process.exit(1)
  },
)
