import { inCorners } from '@scinav/contract/quoted'
import type { OutsideModelNotice } from '../../api/outside-models.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { OutsideQuestion } from '../../ui/dialogs/outside-question.tsx'

interface Props {
  outside: OutsideModelNotice
  /** Sends the text to the hosts, now and later. */
  onAgree: () => void
  /** Sends the question to the model of this installation, and keeps text from these hosts. */
  onLocal: () => void
  /** Leaves the question unsent. */
  onClose: () => void
}

/** Renders the consent dialog that says, before text first leaves the installation, what is sent and to whom. */
export function OutsideNotice({ outside: { model, hosts, local }, onAgree, onLocal, onClose }: Props) {
  const answersOutside = model.external && hosts.includes(model.host ?? model.name)
  const searchHosts = model.search_hosts.filter((host) => hosts.includes(host))
  return (
    <OutsideQuestion
      title="这个问题会发到站外"
      onClose={onClose}
      actions={
        <>
          <ActionButton name="同意并发送" onPress={onAgree} primary />
          {local && (
            <ActionButton name={answersOutside ? '只用本机回答' : '只按字词查找'} onPress={onLocal} />
          )}
          <ActionButton name="先不发送" onPress={onClose} />
        </>
      }
      foot={answersOutside && local && `本机回答：${local.name}`}
    >
      {answersOutside && (
        <p>
          回答用的模型{inCorners(model.name)}由 <Hosts names={[model.host ?? model.name]} /> 提供，不在本站。
        </p>
      )}
      {searchHosts.length > 0 && (
        <p>
          按意思查找文献用的模型由 <Hosts names={searchHosts} /> 提供，不在本站。
        </p>
      )}
      <p>会发送的有：</p>
      <ul>
        <li>{answersOutside ? '您的问题，和这个对话里先前的问答' : '您的问题'}</li>
        <li>{answersOutside ? '作为依据的文献片段，和您填写的表单' : '可能作为依据的文献片段'}</li>
      </ul>
      <p>账号、姓名不会发送。同意后不再提示{answersOutside && '；以后可以在输入框里换模型'}。</p>
    </OutsideQuestion>
  )
}

/** Renders the names of hosts with 、 between them. */
function Hosts({ names }: { names: readonly string[] }) {
  return names.map((host, index) => (
    <span key={host}>
      {index > 0 && '、'}
      <strong>{host}</strong>
    </span>
  ))
}
