import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { answerScene } from '../../testing/answers.ts'
import { APPLICATION_ID, answerTextOf, openChat, recordIdOf, sendAndRead } from '../../testing/chat.ts'

const riddles = (title: string, abstract: string) => ({
  title,
  abstract,
  publish_date: '2020',
  language: 'en',
})

test('a question with something that shall be absent is answered by it, and asked again without that condition', async () => {
  const { person } = await answerScene([
    riddles('Oral riddles', 'Riddles are collected without books. They are told by old people.'),
    riddles('Printed riddles', 'Riddles are collected from books. They are read by children.'),
  ])
  const chat_id = await openChat(person)
  const frames = await sendAndRead(person, { chat_id, message: 'How are riddles collected without books?' })
  expect(answerTextOf(frames).indexOf('without books')).toBeGreaterThan(0)
  const { list } = await person.call(api.chat.records, {
    application_id: APPLICATION_ID,
    chat_id,
    page: 1,
    rows: 9,
  })
  const [record] = list
  expect(record?.understood?.chips).toMatchObject([{ kind: 'not', value: 'books', label: '不含 books' }])
  expect(record?.notices.join()).not.toContain('没能检索')
  const again = await sendAndRead(person, {
    chat_id,
    mode: 'regenerate',
    parent_id: recordIdOf(frames),
    message: 'How are riddles collected without books?',
    without_chips: ['not:books'],
  })
  expect(again.findLast(({ event }) => event === 'understood')?.data).toMatchObject({ chips: [] })
})

test('a condition of absence that no paper tells is said with the answer, and stays with its record', async () => {
  const { person } = await answerScene([riddles('Printed riddles', 'Riddles are collected from books.')])
  const chat_id = await openChat(person)
  await sendAndRead(person, { chat_id, message: 'How are riddles collected without books?' })
  const { list } = await person.call(api.chat.records, {
    application_id: APPLICATION_ID,
    chat_id,
    page: 1,
    rows: 9,
  })
  expect(list[0]?.notices).toContain('没有查到写明「不含 books」的文献：这个条件没能检索，以下文献未必满足')
})
