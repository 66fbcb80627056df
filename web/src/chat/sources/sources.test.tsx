import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { citationOf } from '../../testing/chat.ts'
import { press, showAt } from '../../testing/show.tsx'
import { Sources, useOpenCitedSource } from './sources.tsx'

afterEach(cleanup)

const ofFile = citationOf({
  paper_id: null,
  document_id: 'o1',
  parse_id: 'v1',
  file_name: '训练.pdf',
  page: 3,
  quote: 'It accumulates & moves.',
})

function Shown() {
  return <Sources citations={[ofFile]} onOpen={useOpenCitedSource(() => undefined)} />
}

test('a citation of a file says where it stands, and opens the page with the quote to be lit', async () => {
  const { router, query } = showAt('/agent', <Shown />)
  expect(screen.getByText('训练.pdf · 第 3 页 · 引用 1 处')).toBeDefined()
  await press(/Humidity/)
  await waitFor(() => expect(router.state.location.pathname).toBe('/readDetailMore'))
  expect(Object.fromEntries(query())).toEqual({
    document_id: 'o1',
    page: '3',
    quote: 'It accumulates & moves.',
  })
})
