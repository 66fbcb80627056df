import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

async function documentOf() {
  const { app } = await testApp()
  return (await app.inject('/api/openapi.json')).json()
}

test('the description of the calls is valid OpenAPI, and each of its references leads somewhere', async () => {
  const document = await documentOf()
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]

  expect((await new Validator().validate(document)).errors).toBeUndefined()
  expect(JSON.stringify(document)).not.toContain('$defs')
  expect(references.length).toBeGreaterThan(50)
  for (const [, name = ''] of references) expect(document.components.schemas[name], name).toBeDefined()
})

test('a client can be generated from it, with the fields of what it sends and gets', async () => {
  const client = astToString(await openapiTS(await documentOf()))
  const operation = (name: string) => {
    const from = client.indexOf(`    ${name}: {`)
    return client.slice(from, client.indexOf('\n    };', from))
  }

  const search = operation('papers_search')
  for (const field of ['query?: string', 'year_from?: number', 'total: number', 'title: string'])
    expect(search, field).toContain(field)
  expect(search).toContain('code: 200')
  expect(search).toContain('components["schemas"]["Failure"]')

  const thumbs = operation('chat_thumbs')
  expect(thumbs).toContain('thumbs_flag: 1 | 0 | -1')
  expect(thumbs).toContain('"X-Login-Type": "front"')
  // A program with an access token sends no such header.
  expect(operation('manuscriptBatches_begin')).toContain('"X-Login-Type"?: "front"')

  const documents = operation('datasets_page')
  expect(documents).toMatch(/path: \{\s+current_page: number;\s+page_size: number;\s+\}/)
  expect(documents).toMatch(/query\?: \{\s+kind\?:/)
  // A menu holds menus.
  expect(client).toMatch(/children: components\["schemas"\]\["Shape\d+"\]\[\]/)
})
