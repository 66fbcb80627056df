import { Button } from 'antd'
import { useState } from 'react'

interface Props {
  /** Name of the item to delete. */
  name: string
  /** Label of the confirming button. */
  confirmLabel: string
  /** Resolves to whether it was deleted. */
  run: () => Promise<boolean>
}

/** Renders a delete button with confirmation, because data stored with the item, such as its keys, is lost. */
export function RemoveButton({ name, confirmLabel, run }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  if (!isConfirming)
    return (
      <Button aria-label={`删除：${name}`} onClick={() => setConfirming(true)}>
        删除
      </Button>
    )
  return (
    <>
      <Button
        danger
        autoFocus
        aria-label={`确认删除：${name}`}
        onClick={() => void run().then((isRemoved) => isRemoved || setConfirming(false))}
      >
        {confirmLabel}
      </Button>
      <Button onClick={() => setConfirming(false)}>取消</Button>
    </>
  )
}
