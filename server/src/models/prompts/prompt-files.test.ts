import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/new-folder.ts'
import { answerFormText, detectPrompt, readPrompts, renderPrompt } from './prompt-files.ts'

const FOLDER = join(import.meta.dirname, '../../../../config/prompts')

/** A copy of the prompts with one file changed; null leaves it out. */
function changed(file: string, change: ((text: string) => string) | null) {
  const folder = newFolder()
  cpSync(FOLDER, folder, { recursive: true })
  const path = join(folder, file)
  if (change === null) rmSync(path)
  else {
    const text = file === 'extra.md' ? '' : readFileSync(path, 'utf8')
    writeFileSync(path, change(text))
  }
  return () => readPrompts(pathToFileURL(`${folder}/`))
}

test('a prompt is sent with its places filled in and without the note for people', () => {
  const plan = renderPrompt('plan', { today: '2026-03-02', nonce: 'n1' })
  expect(plan).toContain('Today is 2026-03-02.')
  expect(plan).not.toMatch(/<!--|\{\{/)
  expect(detectPrompt(plan)).toBe('plan')
  expect(detectPrompt(renderPrompt('revise', { nonce: 'n1' }))).toBe('revise')
  expect(detectPrompt('Something else.')).toBeNull()
  expect(answerFormText('number')).toMatch(/^Begin with the figure/)
})

test.each([
  ['a file that is missing', 'plan.md', null, 'plan.md: is missing'],
  [
    'a place that is missing',
    'plan.md',
    (text: string) => text.replaceAll('{{today}}', ''),
    'plan.md: lacks {{today}}',
  ],
  [
    'a place that nobody fills in',
    'revise.md',
    (text: string) => `${text}{{title}}`,
    'revise.md: has the unknown place {{title}}',
  ],
  ['nothing but a note', 'answer-rules.md', () => '<!-- later -->', 'answer-rules.md: says nothing'],
  ['a note without end', 'answer-rules.md', () => '<!-- Answer.', 'answer-rules.md: says nothing'],
  ['a text without end', 'answer-rules.md', () => 'x'.repeat(4_001), 'answer-rules.md: is longer than'],
  [
    'a section less',
    'answer-types.md',
    (text: string) => text.replace('## cause', '## why'),
    'answer-types.md: lacks the section cause',
  ],
  [
    'a section more',
    'answer-types.md',
    (text: string) => `${text}## poem\nRhyme.`,
    'answer-types.md: has the unknown section poem',
  ],
  ['a file that nobody sends', 'extra.md', () => 'Hello.', 'extra.md: no prompt has this name'],
])('prompts with %s are refused at start, with the file and the fault', (_name, file, change, said) => {
  expect(changed(file, change)).toThrow(`config/prompts/${said}`)
})
