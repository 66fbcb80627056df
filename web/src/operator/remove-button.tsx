import { Button } from 'antd'
import { useState } from 'react'

interface Props {
  /** What is removed. */
  name: string
  /** What the second button says. */
  sure: string
  /** Answers whether it is gone. */
  run: () => Promise<boolean>
}

/** Removing asks first: what was saved with it, such as its keys, is gone with it. */
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
