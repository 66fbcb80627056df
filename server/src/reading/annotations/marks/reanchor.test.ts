import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addDocument, addNewerParse, line } from '../../../testing/documents.ts'
import { countStatements } from '../../../testing/statements.ts'
import { testApp } from '../../../testing/test-app.ts'
import { requireReadable } from '../../reader/index.ts'
import { annotationScope, reanchor } from './reanchor.ts'

test('many marks find their places in a new text, and others have their turn while they do', async () => {
  const app = await testApp()
  const { db } = app.base
  const ada = await app.signUp('Ada')
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '资料' })
  const lines = Array.from({ length: 450 }, (_, at) => line(`Sentence number ${at} stands here.`))
  const made = await addDocument(app.base, { dataset_id, creator_id: ada.id }, lines)
  const { document_id } = made
  const file = Buffer.from(JSON.stringify(lines.map(({ text }) => ({ quote: text }))))
  expect(await ada.call(api.annotations.import, { document_id, format: 'json' }, {}, file)).toMatchObject({
    added: 450,
    lost: 0,
  })
  const parse_id = await addNewerParse(app.base, made.bytes_id, [line('A new beginning.'), ...lines])
  await db.updateTable('documents').set({ parse_id }).where('id', '=', document_id).execute()

  const actor = { id: ada.id, is_admin: false, organization: null, session_id: '' }
  const read = await requireReadable({ db, actor }, { document_id })
  const counted = countStatements(db)
  if (read.text) await reanchor({ ...app.base, db: counted.db }, annotationScope(ada.id, read), read.text)

  expect(counted.counts().most_writes_in_a_row).toBe(1)
  const rows = await db
    .selectFrom('annotations')
    .select(['parse_id', 'anchor', 'quote', 'start_at'])
    .execute()
  expect(rows.filter((row) => row.parse_id === parse_id && row.anchor === 'text')).toHaveLength(450)
})
