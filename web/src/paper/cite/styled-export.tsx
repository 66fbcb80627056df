import { Button } from 'antd'
import { useState } from 'react'
import { Panel } from '../../ui/dialogs/panel.tsx'
import fields from '../../ui/fields/field.module.css'
import { DEFAULT_STYLE, StyleChoice } from './style-choice.tsx'
import styles from './styled-export.module.css'

const formats = { docx: 'Word', md: 'Markdown', html: '网页' } as const

interface Props {
  /** What is exported: 报告, 回答. */
  what: string
  /** Saves the file and returns whether it succeeded; it reports a failure itself. */
  save: (format: keyof typeof formats, style: string) => Promise<boolean>
  onClose: () => void
}

/** Renders the choice of the style in which the citations and references of an exported text are printed. */
export function StyledExport({ what, save, onClose }: Props) {
  const [style, setStyle] = useState(DEFAULT_STYLE)
  const [format, setFormat] = useState<keyof typeof formats>('docx')
  const [isSaving, setSaving] = useState(false)
  const run = async () => {
    setSaving(true)
    const isSaved = await save(format, style)
    setSaving(false)
    if (isSaved) onClose()
  }
  return (
    <Panel title={`按引用格式导出${what}`} width={480} fit onClose={onClose}>
      <div className={styles.form}>
        <StyleChoice label="引用格式" style={style} onStyle={setStyle} />
        <select
          className={fields.choice}
          aria-label="文件类型"
          value={format}
          onChange={({ target }) => setFormat(target.value as keyof typeof formats)}
        >
          {Object.entries(formats).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <p className={styles.note}>
          正文里的引用和文后的列表都按所选格式；注释类格式在 Word 里是脚注。没有收录的文献照原样列出。
        </p>
        <Button type="primary" loading={isSaving} onClick={() => void run()}>
          导出
        </Button>
      </div>
    </Panel>
  )
}
