import { api } from '@scinav/contract'
import { useRef, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import answer from '../../chat/answer/answer.module.css'
import { focusField, useInitialFocus } from '../../ui/focus.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageHeader } from '../../ui/views/page-header.tsx'
import { Runs } from '../runs/runs.tsx'
import { useResearchAddress } from '../state/address.ts'
import { DEEP_RESEARCH } from '../state/research-labels.ts'
import styles from './start.module.css'
import { StartForm } from './start-form.tsx'

/** Renders the start of a research run: the question and its settings, next to the earlier runs. */
export function StartView() {
  const { question } = useResearchAddress()
  const [text, setText] = useState(question)
  const field = useRef<HTMLTextAreaElement>(null)
  // A question passed in the address is started with Enter.
  useInitialFocus(() => field.current, question)
  // The examples disappear when one is taken, so the focus moves to the field.
  const takeExample = (example: string) => {
    setText(example)
    focusField(field.current)
  }
  const applications = useRead(api.tools.list, { keyword: '', category_id: '' })
  const examples = applications.data?.find(({ id }) => id === DEEP_RESEARCH)?.suggested_questions ?? []
  return (
    <>
      <PageHeader title="深度研究" note="先拟计划，再检索和阅读，最后成文；引用都能点开原句" />
      <div className={styles.start}>
        <div className={styles.main}>
          <StartForm field={field} text={text} onText={setText} />
          {text === '' && examples.length > 0 && (
            <section aria-label="可以这样问">
              <h2>可以这样问</h2>
              {examples.map((example) => (
                <button
                  key={example}
                  type="button"
                  className={answer.follow}
                  onClick={() => takeExample(example)}
                >
                  <span>{example}</span>
                  <Icon name="right" size={16} />
                </button>
              ))}
            </section>
          )}
        </div>
        <aside aria-label="历次报告">
          <h2>历次报告</h2>
          <Runs />
        </aside>
      </div>
    </>
  )
}
