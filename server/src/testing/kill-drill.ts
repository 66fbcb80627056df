import { seededRandom } from './random.ts'
import { postJson, type RealServer, registerPerson, startRealServer } from './real-server.ts'

interface DrillOptions {
  /** Settings of the server that locate its data. */
  env: { DATA_DIR: string; DATABASE_URL: string }
  kills: number
  /** With the same seed, kills come after the same numbers of writes. */
  seed: number
}

interface DrillOutcome {
  kills: number
  acknowledged: number
  /** Descriptions of missing writes. */
  lost: string[]
}

const LANE_COUNT = 4
const KEYS_PER_LANE = 20
/** Maximum number of acknowledged writes before a kill, which comes while the other clients wait for theirs. */
const MAX_WRITES = 60

/** Value of a setting: the round of the drill and the number of the write in its lane. */
interface SettingWrite {
  round: number
  count: number
}

const isAtLeast = (kept: SettingWrite, wanted: SettingWrite) =>
  kept.round > wanted.round || (kept.round === wanted.round && kept.count >= wanted.count)

/**
 * Kills the server with SIGKILL repeatedly while four clients write settings as fast as they can. After every restart
 * all acknowledged writes have to be present: with their values, or with that of a later write of the same client that
 * was saved without an acknowledgement.
 */
export async function runKillDrill({ env, kills, seed }: DrillOptions): Promise<DrillOutcome> {
  const random = seededRandom(seed)
  const wanted = new Map<string, SettingWrite>()
  const lost: string[] = []
  let acknowledged = 0
  let server = await startRealServer(env)
  try {
    const cookie = await registerPerson(server, env.DATA_DIR)
    for (let round = 0; round < kills; round += 1) {
      const writes = 1 + Math.floor(random() * MAX_WRITES)
      acknowledged += await writeUntilDead({ server, cookie, round, writes }, wanted)
      await server.ended
      server = await startRealServer(env)
      lost.push(
        ...(await findMissing(server, cookie, wanted)).map((fault) => `after kill ${round + 1}: ${fault}`),
      )
    }
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
  }
  return { kills, acknowledged, lost }
}

interface DrillRound {
  server: RealServer
  cookie: string
  round: number
  /** Number of acknowledged writes before the kill. */
  writes: number
}

/** Writes settings and records acknowledged ones in `wanted`; returns their number. */
async function writeUntilDead(
  { server, cookie, round, writes }: DrillRound,
  wanted: Map<string, SettingWrite>,
): Promise<number> {
  let acknowledged = 0
  const lane = async (number: number) => {
    for (let count = 0; ; count += 1) {
      const key = `k${number}-${count % KEYS_PER_LANE}`
      const value: SettingWrite = { round, count }
      const response = await postJson(server, '/api/user_setting/save', { key, type: 'drill', value }, cookie)
      const body = await response?.json().catch(() => null)
      if (body?.code !== 200) return
      wanted.set(key, value)
      acknowledged += 1
      if (acknowledged === writes) server.process.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: LANE_COUNT }, (_, number) => lane(number)))
  return acknowledged
}

async function findMissing(
  server: RealServer,
  cookie: string,
  wanted: Map<string, SettingWrite>,
): Promise<string[]> {
  const look = async ([key, write]: [string, SettingWrite]) => {
    const response = await fetch(`${server.url}/api/user_setting/get/${key}/drill`, { headers: { cookie } })
    const kept: SettingWrite | null = (await response.json()).data
    return kept && isAtLeast(kept, write)
      ? []
      : [`${key} is ${JSON.stringify(kept)} instead of ${JSON.stringify(write)}`]
  }
  return (await Promise.all([...wanted].map(look))).flat()
}
