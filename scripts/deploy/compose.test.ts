import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { SERVER_FLAGS } from '../node24.mjs'
import { readRepoFile, versions } from './chart-files.ts'
import { exampleSecret, unknownSettings } from './settings.ts'

interface Service {
  image: string
  profiles: string[]
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  read_only?: boolean
  cap_drop?: string[]
  stop_grace_period?: string
  mem_limit?: string
  pids_limit?: number
}

const { services, volumes } = load(readRepoFile('deploy/compose.yaml')) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}
const image = `scinav:${versions().product}`
const ours = Object.entries(services).filter(([, service]) => service.image === image)
const example = new Map(
  [...readRepoFile('deploy/env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)

/** What Docker puts in place of `${NAME:-default}`, where the operator has filled in what is asked for. */
const filledIn = (text: string): string =>
  text.replace(/\$\{([A-Z_]+):-([^}]*)\}/g, (_, name: string) => example.get(name) || exampleSecret(name))

/** The image's own settings. */
function imageSettings(): Record<string, string> {
  const [, block = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(readRepoFile('deploy/Dockerfile')) ?? []
  return Object.fromEntries(
    [...block.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

test('one machine is one process, a cluster two that answer and two that work', () => {
  const roles = (profile: string) =>
    ours.flatMap(([, { profiles, environment = {} }]) =>
      profiles.includes(profile) ? [environment.ROLE ?? 'all'] : [],
    )
  expect(roles('one')).toEqual(['all'])
  expect(roles('cluster')).toEqual(['web', 'web', 'worker', 'worker'])
  // Whatever stands in no profile would start with either.
  for (const { profiles } of Object.values(services))
    expect(['one', 'cluster', 'search']).toContain(profiles.join())
})

test('every process gets settings that hold and that it knows', () => {
  expect(unknownSettings(Object.keys(imageSettings()))).toEqual([])
  for (const [name, { environment = {} }] of ours) {
    expect(unknownSettings(Object.keys(environment)), name).toEqual([])
    const given = Object.entries(environment).map(([key, value]) => [key, filledIn(value)])
    const config = readConfig({ CONFIG_FILE: '', ...imageSettings(), ...Object.fromEntries(given) })
    expect(config, name).toMatchObject({ HOST: '0.0.0.0', PORT: 3000, DATA_DIR: '/data' })
  }
})

test('what the operator is asked for is what is asked for', () => {
  const asked = [...readRepoFile('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+):-/g)].map(([, name]) => name)
  expect(new Set(asked)).toEqual(new Set(example.keys()))
})

test('processes have no root, no capability and nothing to write to but their volume and /tmp', () => {
  const dockerfile = readRepoFile('deploy/Dockerfile')
  expect(dockerfile).toMatch(/^USER 1000:1000$/m)
  expect(dockerfile).toMatch(/^VOLUME \/data$/m)
  for (const [name, service] of ours) {
    expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '120s' })
    expect(service.volumes).toEqual([`${name}:/data`])
    expect(volumes).toHaveProperty(name)
  }
})

test('no service takes all the memory or all the processes of the machine', () => {
  for (const [name, { mem_limit = '', pids_limit = 0 }] of Object.entries(services)) {
    expect(mem_limit, name).toMatch(/^\d+[mg]$/)
    expect(pids_limit, name).toBeGreaterThan(0)
  }
})

test("the processes do not have the key of the store's administrator", () => {
  const root = services.store?.environment?.MINIO_ROOT_PASSWORD ?? ''
  expect(root).not.toBe('')
  const values = ours.flatMap(([, { environment = {} }]) => Object.values(environment))
  expect(values).not.toContain(root)
  expect(values).not.toContain(services.store?.environment?.MINIO_ROOT_USER)
})

test('the image is started as npm start does it, behind an init process', () => {
  expect(readRepoFile('deploy/Dockerfile')).toMatch(/^ENTRYPOINT \["tini", "--"\]$/m)
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(readRepoFile('deploy/Dockerfile')) ?? []
  expect(JSON.parse(command)).toEqual(['node', ...SERVER_FLAGS, 'server/dist/main.js'])
})

test('the balancer knows the web processes by their names and ports, and lets uploads and streams through', () => {
  const nginx = readRepoFile('deploy/balancer/nginx.conf')
  const behind = [...nginx.matchAll(/server (\w+):(\d+) /g)].map(([, name, port]) => `${name}:${port}`)
  expect(behind).toEqual(['web1:3000', 'web2:3000'])
  expect(nginx).toContain('client_max_body_size 16m;')
  const published = services.balancer?.ports?.[0]?.split(':').at(-1)
  expect(nginx).toContain(`listen ${published};`)
})
