import { Button } from 'antd'
import { useState } from 'react'

interface Props {
  /** Name of the item to delete. */
  name: string
  /** Label of the confirming button. */
  sure: string
  /** Resolves to whether it was deleted. */
  run: () => Promise<boolean>
}

/** Renders a delete button with confirmation, because data stored with the item, such as its keys, is lost. */
export function RemoveButton({ name, sure, run }: Props) {
  const [asked, setAsked] = useState(false)
  if (!asked)
    return (
      <Button aria-label={`删除：${name}`} onClick={() => setAsked(true)}>
        删除
      </Button>
    )
  return (
    <>
      <Button
        danger
        autoFocus
        aria-label={`确认删除：${name}`}
        onClick={() => void run().then((done) => done || setAsked(false))}
      >
        {sure}
      </Button>
      <Button onClick={() => setAsked(false)}>取消</Button>
    </>
  )
}
