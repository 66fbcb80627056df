import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreUnsentText, storeUnsentText } from './unsent-text.ts'

function Note({ kind = 'text' }: { kind?: string }) {
  const [text, setText] = useState('')
  return (
    <>
      <textarea aria-label="问题" value={text} onChange={(event) => setText(event.target.value)} />
      <input id="secret" type={kind} autoComplete="current-password" aria-label="密码" />
      <output>{text}</output>
    </>
  )
}

beforeEach(() => {
  sessionStorage.clear()
  location.hash = '#/home'
})
afterEach(cleanup)

function write() {
  render(<Note />)
  fireEvent.change(screen.getByLabelText('问题'), { target: { value: '还没有发送的问题' } })
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'hunter2hunter2' } })
  storeUnsentText()
  cleanup()
}

test('what was typed and not sent is back after the reload, and React knows it', async () => {
  write()
  restoreUnsentText()
  render(<Note />)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('还没有发送的问题'))
})

test('a password is never kept', () => {
  write()
  expect(sessionStorage.getItem('scinav.unsent')).not.toContain('hunter2')
})

test('text stays where it was typed: another screen does not get it', async () => {
  write()
  location.hash = '#/other'
  restoreUnsentText()
  render(<Note />)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.getByRole('status').textContent).toBe('')
})

test('text is put back once and not at every later reload', async () => {
  write()
  restoreUnsentText()
  expect(sessionStorage.getItem('scinav.unsent')).toBeNull()
})
