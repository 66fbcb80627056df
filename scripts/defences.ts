// npm run defences: switches each defence off in a copy of the tree and wants its test to turn red.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { repoRoot } from './node24.mjs'

interface Defence {
  attack: number
  what: string
  file: string
  /** The text that defends, and what stands there when it is off. */
  on: string
  off: string
  test: string
  title: string
}

const ATTACKS = 'server/src/attacks.test.ts'

const defences: Defence[] = [
  {
    attack: 9,
    what: 'pages escape what they show',
    file: 'server/src/pages/html.ts',
    on: 'SIGNS[sign] ?? sign',
    off: 'sign',
    test: 'server/src/pages/pages.test.ts',
    title: 'attack 9: what stands in the address',
  },
  {
    attack: 22,
    what: 'a session counts only for an active account',
    file: 'server/src/user/session.store.ts',
    on: ".where('users.status', '=', 'active')",
    off: '',
    test: ATTACKS,
    title: 'attack 22: a session that outlived',
  },
  {
    attack: 22,
    what: 'log-in looks at the status of the account',
    file: 'server/src/user/session.service.ts',
    on: "account.status === 'disabled'",
    off: 'false',
    test: ATTACKS,
    title: 'attack 22: a disabled account is out',
  },
  {
    attack: 25,
    what: "operators' calls are for operators",
    file: 'server/src/http/calls.ts',
    on: "endpoint.access === 'operator' && !request.actor?.is_admin",
    off: 'false',
    test: ATTACKS,
    title: 'attack 25',
  },
  {
    attack: 37,
    what: 'a given address has to be a public one, in any spelling',
    file: 'server/src/providers/safe-fetch.ts',
    on: '!addresses.every(({ address }) => isPublicAddress(address))',
    off: '(false as boolean)',
    test: 'server/src/providers/safe-fetch.test.ts',
    title: 'attack 37',
  },
  {
    attack: 38,
    what: 'a connection goes to the address that was checked',
    file: 'server/src/providers/safe-fetch.ts',
    on: 'return connect({ host, port, lookup: pinned })',
    off: 'return connect({ host, port })',
    test: 'server/src/providers/safe-fetch.test.ts',
    title: 'attack 38',
  },
  {
    attack: 39,
    what: 'an address is checked at every use',
    file: 'server/src/providers/safe-fetch.ts',
    on: '!addresses.every(({ address }) => isPublicAddress(address))',
    off: '(false as boolean)',
    test: 'server/src/providers/safe-fetch.test.ts',
    title: 'attack 39',
  },
  {
    attack: 42,
    what: 'an answer that unfolds without end is cut',
    file: 'server/src/providers/safe-fetch-body.ts',
    on: "if (bytes > max_bytes) throw new FetchFault('too_large')",
    off: '',
    test: 'server/src/providers/safe-fetch.test.ts',
    title: 'a small packed body',
  },
  {
    attack: 17,
    what: "another program sees its person's own datasets alone",
    file: 'server/src/mcp/own-papers.store.ts',
    on: ".where('datasets.owner_id', '=', owner_id)",
    off: '',
    test: 'server/src/mcp/offered.test.ts',
    title: "another person's datasets are never seen",
  },
  {
    attack: 22,
    what: 'a token counts only for an active account',
    file: 'server/src/tokens/token.store.ts',
    on: ".where('users.status', '=', 'active')",
    off: '',
    test: 'server/src/mcp/offered-access.test.ts',
    title: 'a disabled account is refused',
  },
  {
    attack: 38,
    what: 'a page whose name points at this machine reaches no tool',
    file: 'server/src/pages/mcp.ts',
    on: "if (!own) throw new AppError('request.foreign_origin')",
    off: '',
    test: 'server/src/mcp/offered-access.test.ts',
    title: 'a page of another name is refused',
  },
  {
    attack: 37,
    what: 'a server of tools may be inside only where the operator says so',
    file: 'server/src/providers/mcp/connector.ts',
    on: 'inside ? [url] : []',
    off: '[url]',
    test: 'server/src/providers/mcp/hostile.test.ts',
    title: 'a server at a private address',
  },
  {
    attack: 38,
    what: 'a server of tools cannot send us on',
    file: 'server/src/providers/mcp/connector.ts',
    on: 'max_redirects: 0',
    off: 'max_redirects: 5',
    test: 'server/src/providers/mcp/hostile.test.ts',
    title: 'a redirect is never followed',
  },
  {
    attack: 40,
    what: 'programs of this machine need the setting',
    file: 'server/src/mcp/operator.service.ts',
    on: "input.transport === 'stdio' && ctx.config.MCP_STDIO === 'off'",
    off: 'false',
    test: 'server/src/mcp/operator.test.ts',
    title: 'programs of this machine',
  },
  {
    attack: 41,
    what: 'every answer has a session of its own with a server of tools',
    file: 'server/src/mcp/tools.service.ts',
    on: 'const use = sessionUser(() => openApproved(ctx, row))',
    off: 'const kept = globalThis as unknown as { use?: ReturnType<typeof sessionUser> }\n  kept.use ??= sessionUser(() => openApproved(ctx, row))\n  const { use } = kept',
    test: 'server/src/mcp/mcp.test.ts',
    title: "two people's never do",
  },
  {
    attack: 42,
    what: 'an endless answer of a tool is cut',
    file: 'server/src/providers/mcp/connector.ts',
    on: 'max_bytes: limits.max_bytes,\n    timeout_ms',
    off: 'timeout_ms',
    test: 'server/src/providers/mcp/hostile.test.ts',
    title: 'one endless answer',
  },
  {
    attack: 42,
    what: 'changed tools are not used',
    file: 'server/src/mcp/tools.service.ts',
    on: 'if (session.hash === row.approved_hash) return session',
    off: 'if (true as boolean) return session',
    test: 'server/src/mcp/mcp.test.ts',
    title: 'a server that has changed its tools',
  },
  {
    attack: 43,
    what: 'changes need a header that no foreign form can send',
    file: 'server/src/http/calls.ts',
    on: "request.headers['x-login-type'] !== 'front'",
    off: 'false',
    test: ATTACKS,
    title: 'attack 43',
  },
  {
    attack: 44,
    what: 'scripts cannot read the session cookie',
    file: 'server/src/http/session.ts',
    on: 'httpOnly: true',
    off: 'httpOnly: false',
    test: ATTACKS,
    title: 'attack 44',
  },
  {
    attack: 45,
    what: 'log-in ends the session that the browser had',
    file: 'server/src/user/session.service.ts',
    on: 'if (ctx.actor) await sessions.removeOne',
    off: 'if (false as boolean) await sessions.removeOne',
    test: ATTACKS,
    title: 'attack 45: log-in makes',
  },
  {
    attack: 45,
    what: 'sessions end when they are not used',
    file: 'server/src/user/session.service.ts',
    on: ' && row.last_seen_at > idleSince(now)',
    off: '',
    test: ATTACKS,
    title: 'attack 45: a session ends',
  },
  {
    attack: 46,
    what: 'failed log-ins are counted',
    file: 'server/src/user/session.service.ts',
    on: 'const PER_ACCOUNT = 10',
    off: 'const PER_ACCOUNT = 10_000',
    test: ATTACKS,
    title: 'attack 46: eleven wrong passwords',
  },
  {
    attack: 46,
    what: 'unknown accounts answer like wrong passwords',
    file: 'server/src/user/session.service.ts',
    on: 'const account = await accounts.byLogin(ctx.db, input.account)',
    off: "const account = await accounts.byLogin(ctx.db, input.account)\n  if (!account) throw new AppError('user.not_found')",
    test: ATTACKS,
    title: 'attack 46: unknown accounts',
  },
  {
    attack: 47,
    what: 'a fresh installation has no account',
    file: 'server/migrations/0001-accounts-and-jobs.ts',
    on: '`create table installation',
    off: "`insert into users values ('1', 'admin', 'admin', '', null, null, null, null, '[]', null, 1, 'active', null, '', '')`,\n    `create table installation",
    test: ATTACKS,
    title: 'attack 47',
  },
  {
    attack: 48,
    what: 'an Idempotency-Key is remembered',
    file: 'server/src/http/calls.ts',
    on: '!endpoint.creates ||',
    off: 'true ||',
    test: ATTACKS,
    title: 'attack 48',
  },
  {
    attack: 50,
    what: 'the log names the route, not the address',
    file: 'server/src/http/record.ts',
    on: "const route = request.call ?? request.routeOptions.url ?? 'unknown'",
    off: 'const route = request.url',
    test: ATTACKS,
    title: 'attack 50',
  },
]

/** A copy of what git tracks, with the packages of the real tree. */
function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'defences-'))
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: repoRoot, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(repoRoot, file), join(folder, file))
  }
  symlinkSync(join(repoRoot, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function isGreen(folder: string, { test, title }: Defence): boolean {
  const args = ['run', '--project', 'server', test, '-t', title]
  const { status, stdout } = spawnSync(join(repoRoot, 'node_modules', '.bin', 'vitest'), args, {
    cwd: folder,
    encoding: 'utf8',
  })
  const ran = /(\d+) (?:passed|failed)/.test(stdout)
  if (!ran) throw new Error(`no test is called «${title}»`)
  return status === 0
}

const folder = copyTree()
let faults = 0
for (const defence of defences) {
  const file = join(folder, defence.file)
  const text = readFileSync(file, 'utf8')
  if (!text.includes(defence.on)) throw new Error(`${defence.file} no longer says: ${defence.on}`)
  const before = isGreen(folder, defence)
  writeFileSync(file, text.replace(defence.on, defence.off))
  const without = isGreen(folder, defence)
  writeFileSync(file, text)
  const holds = before && !without
  if (!holds) faults += 1
  const said = holds ? 'turned red' : before ? 'STAYED GREEN' : 'WAS RED BEFORE'
  console.log(`${holds ? '✓' : '✗'} attack ${defence.attack}: ${defence.what} — off: its test ${said}`)
}
rmSync(folder, { recursive: true, force: true })
console.log(`\n${defences.length - faults} passed, ${faults} failed`)
process.exit(faults === 0 ? 0 : 1)
