import { ActionButton } from '../ui/buttons/action-button.tsx'
import { PageHeader } from '../ui/views/page-header.tsx'
import { forgetCheck, useCheck } from './check.state.ts'
import { CheckForm } from './check-form.tsx'
import { CheckResult } from './check-result.tsx'

/** References of a manuscript, compared with the records of the library. */
export function AiCitationScreen() {
  const { entries, text } = useCheck()
  return (
    <>
      <PageHeader
        title="AI 引文"
        note="核对参考文献：逐条与馆藏题录对照，指出有出入的字段；没有把握就说没有"
        actions={entries.length > 0 && <ActionButton name="换一份清单" onPress={() => forgetCheck(text)} />}
      />
      {entries.length === 0 ? <CheckForm /> : <CheckResult />}
    </>
  )
}
