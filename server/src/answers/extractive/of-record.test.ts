import { expect, test } from 'vitest'
import { answerScene, collectAnswer, createAnswerTask } from '../../testing/answers.ts'

const works = [
  {
    title: '狂人日记',
    abstract_zh: '借狂人之口揭露礼教的本质，开创了新文学的传统。',
    publish_date: '1918',
    language: 'zh',
  },
  {
    title: 'On the Action of a Mould',
    abstract: 'Reports and names penicillin, the first antibiotic.',
    publish_date: '1929',
    language: 'en',
  },
  {
    title: 'Structure prediction with Foldnet',
    abstract: 'Foldnet predicts protein structures at near-experimental accuracy with a network.',
    abstract_zh: '以注意力网络预测蛋白质结构，精度接近实验，解决了难题。',
    publish_date: '2021',
    language: 'en',
  },
  {
    title: '用于识别的深度残差学习',
    abstract_zh: '以恒等捷径让残差网络学习，使上百层的网络得以训练，成为基本结构。',
    publish_date: '2016',
    language: 'zh',
  },
  {
    title: 'The Nature of the Firm',
    abstract: 'Asks why firms exist and answers with the cost of using the price mechanism.',
    publish_date: '1937',
    language: 'en',
  },
]

test.each([
  ['狂人日记是哪一年发表的？', '1918', 'answer'],
  ['When was The Nature of the Firm published?', '1937', 'answer'],
  ['Who discovered penicillin?', '1929', 'related'],
  ['Foldnet 2 的预测精度如何？', '精度接近实验', 'answer'],
  ['How good is Foldnet at predicting protein structures?', 'near-experimental', 'answer'],
  ['残差网络为什么能训练上百层？', '使上百层的网络得以训练', 'answer'],
  ['Why do firms exist?', 'the price mechanism', 'answer'],
  // When it was thought of, its record does not say.
  ['礼教是哪一年发表的？', '', 'related'],
  ['Why did firms fail?', '', 'related'],
])('“%s” is answered by what is said, or by the record: %s', async (question, told, lead) => {
  const { ctx } = await answerScene(works)
  const { text, of } = await collectAnswer(ctx, createAnswerTask(question))
  expect([of('understood').at(-1)?.lead, text]).toEqual([lead, expect.stringContaining(told)])
})
