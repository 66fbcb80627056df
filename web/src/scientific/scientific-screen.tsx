import { api } from '@scinav/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../api/use-read.ts'
import answer from '../chat/answer/answer.module.css'
import box from '../chat/composer/composer.module.css'
import { askAddress } from '../chat/start/addresses.ts'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { isSendKey } from '../ui/enter.ts'
import { useInitialFocus } from '../ui/focus.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { PageHeader } from '../ui/views/page-header.tsx'
import { ENGINES, SCIENTIFIC_APPLICATION } from './ask.ts'

/** Maximum length of a question, in characters. */
const MAX_QUESTION_CHARS = 32_000

/** Renders the form that asks a scientific question over chosen engines. */
export function ScientificScreen() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useInitialFocus(() => field.current)
  const [engines, setEngines] = useState<string[]>(['local'])
  const all = useRead(api.tools.list, { keyword: '', category_id: '' })
  const examples = all.data?.find(({ id }) => id === SCIENTIFIC_APPLICATION)?.suggested_questions ?? []
  const ask = (question: string) => {
    if (question.trim()) void navigate(askAddress({ question: question.trim(), engines }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(text)
  }
  return (
    <>
      <PageHeader title="科学问答" note="回答的每一句都注明出处，点开就是原文" />
      <div className={answer.ask}>
        <form className={box.box} onSubmit={submit}>
          <textarea
            ref={field}
            aria-label="问题"
            rows={3}
            maxLength={MAX_QUESTION_CHARS}
            placeholder="例如：钙钛矿太阳能电池为什么会衰减？"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (!isSendKey(event)) return
              event.preventDefault()
              ask(text)
            }}
          />
          <div className={box.bar}>
            {ENGINES.map(({ id, name }) => (
              <label key={id} className={box.switch}>
                <input
                  type="checkbox"
                  checked={engines.includes(id)}
                  onChange={({ target }) =>
                    setEngines((now) =>
                      target.checked ? [...now, id] : now.filter((engine) => engine !== id),
                    )
                  }
                />
                {name}
              </label>
            ))}
            <span className={box.gap} />
            <ActionButton name="提问" onPress={() => ask(text)} primary />
          </div>
        </form>
        {examples.length > 0 && (
          <section aria-label="可以这样问">
            <h2>可以这样问</h2>
            {examples.map((question) => (
              <button key={question} type="button" className={answer.follow} onClick={() => ask(question)}>
                <span>{question}</span>
                <Icon name="right" size={16} />
              </button>
            ))}
          </section>
        )}
      </div>
    </>
  )
}
