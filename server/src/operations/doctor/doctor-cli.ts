// npm run doctor: shows what is configured, whether it works, and what to do; exits with 1 when something configured
// does not work.
import { readConfig } from '../../platform/config/config.ts'
import { describeFault } from '../../platform/foundation/fault.ts'
import { examine } from './doctor.ts'

const STATE_MARKS = { works: '✓', broken: '✗', off: '–' } as const

try {
  const findings = await examine(readConfig(process.env), (note) => console.error(note))
  for (const { state, name, note } of findings) console.log(`${STATE_MARKS[state]} ${name}：${note}`)
  const broken = findings.filter(({ state }) => state === 'broken').length
  console.log(broken > 0 ? `\n有 ${broken} 项配置了却不能用。` : '\n已配置的各项都能用。')
  // Connections that a client keeps open must not keep the process alive.
  process.exit(broken > 0 ? 1 : 0)
} catch (error) {
  console.error(describeFault(error))
  process.exit(1)
}
