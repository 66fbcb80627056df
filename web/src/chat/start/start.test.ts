import { expect, test } from 'vitest'
import { claimTab } from '../../api/tab-memory.ts'
import { agentAddress } from './addresses.ts'
import { storeDraft, storeInputs, takeDraft, takeInputs } from './stored-input.ts'

test('a chat opens with its application, its papers and the first question', () => {
  expect(agentAddress('a1')).toBe('/agent?application_id=a1')
  const query = new URL(agentAddress('a1', { question: '为何？', paper_id_list: ['p1', 'p2'] }), 'http://x')
    .searchParams
  expect(query.get('question')).toBe('为何？')
  expect(query.getAll('paper_id_list')).toEqual(['p1', 'p2'])
})

test('what was filled in reaches the chat of that application, once', () => {
  storeInputs('a1', { period: '2019—2025', organise: ' ' })
  expect(takeInputs('a2')).toEqual({})
  expect(takeInputs('a1')).toEqual({ period: '2019—2025' })
  expect(takeInputs('a1')).toEqual({})
})

test('a text waits in the field of the chat, once', () => {
  storeDraft('a1', '请概括')
  expect([takeDraft('a1'), takeDraft('a1')]).toEqual(['请概括', ''])
})

test('a question that waits for a chat is not put to the next person', () => {
  claimTab('person-a')
  storeDraft('academic_qa', 'half a question')
  storeInputs('academic_qa', { topic: 'perovskite' })
  claimTab('person-b')

  expect([takeDraft('academic_qa'), takeInputs('academic_qa')]).toEqual(['', {}])
})
