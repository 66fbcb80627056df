import { expect, test } from 'vitest'
import { readAll, successfulWorks } from '../testing/read-all.ts'

const read = (bytes: string) => readAll({ name: 'a.txt', bytes }, { pieceSize: 13 })

test('EndNote as CNKI writes it: keywords, institutions, a thesis with its advisor, blank lines in the abstract', async () => {
  const works = successfulWorks(
    await read(`%0 Journal Article
%A 赵亚欧
%A 张家重
%+ 浪潮集团;济南大学;
%T 外施Ca~(2+)的效应
%J 计算机应用
%D 2019
%N 03
%K 情感分析;;词向量;模型
%X Abstract(#br)Text(#br)more.
%P 1-9
%@ 1001-9081
%W CNKI

%0 Thesis
%A 张建华
%T 语音识别应用研究
%Y 徐蔚然
%I 北京邮电大学
%9 硕士
%D 2015
%X 第一段。

    1、第二段。

%W CNKI
`),
  )
  expect(works).toMatchObject([
    {
      title: '外施Ca<sup>2+</sup>的效应',
      abstract: 'Text more.',
      keywords: ['情感分析', '词向量', '模型'],
      basic_sourcename: '计算机应用',
      basic_source_no: '03',
      issn: '1001-9081',
      language: 'zh',
      creators: [
        { name: '赵亚欧', family: '赵', given: '亚欧', affiliations: ['浪潮集团'] },
        { name: '张家重', affiliations: ['济南大学'] },
      ],
    },
    {
      resource_type: 4,
      degree: 'master',
      publish_venue: ['北京邮电大学'],
      abstract: '第一段。 1、第二段。',
      creators: [{ role: 'author' }, { name: '徐蔚然', role: 'advisor' }],
    },
  ])
})

test('RefWorks as CNKI writes it: names stuck to their tag, lines that go on, patents and standards', async () => {
  const works = successfulWorks(
    await read(`RT Dissertation/Thesis
SR 1
A1林行众
A3 黄三文;杨清
PB 南京农业大学
T1 黄瓜共表达基因模块的识别
CL 博士
YR 2015
K1 黄瓜;共表达
AB 黄瓜是蔬菜作物
,也是模式植物。
LA 中文;
DS CNKI

RT Newspaper Article
A1 刘霞
T1 灭绝物种RNA首次测序
JF 科技日报
OP 004
FD 2023-09-21
DO 10.28502/n.cnki.nkjrb.2023.005521

RT Standard
C1 GB/T 7714-2015
T1 信息与文献　参考文献著录规则
FD 2015-05-15

RT Patent
A1  施吉庆;   杨亮华
A2 扬中市旭禾管业制造有限公司
T1 不锈钢管的制造方法
FD 2020-04-17
ID CN111020404A
`),
  )
  expect(works).toMatchObject([
    {
      resource_type: 4,
      degree: 'doctor',
      publish_venue: ['南京农业大学'],
      language: 'zh',
      keywords: ['黄瓜', '共表达'],
      abstract: '黄瓜是蔬菜作物,也是模式植物。',
      creators: [{ name: '林行众' }, { name: '黄三文', role: 'advisor' }, { name: '杨清', role: 'advisor' }],
    },
    {
      resource_type: 3,
      basic_sourcename: '科技日报',
      basic_page: '004',
      publish_date: '2023-09-21',
      doi: '10.28502/n.cnki.nkjrb.2023.005521',
    },
    { resource_type: 6, isbn: 'GB/T 7714-2015', title: '信息与文献 参考文献著录规则' },
    {
      resource_type: 7,
      isbn: 'CN111020404A',
      creators: [
        { name: '施吉庆' },
        { name: '杨亮华' },
        { name: '扬中市旭禾管业制造有限公司', role: 'publisher' },
      ],
    },
  ])
})

test('NoteExpress: every kind of record, the first one stuck to what was before it', async () => {
  const works = successfulWorks(
    await read(`}();   ;{Reference Type}: Conference Proceedings
{Title}: 一种新的图像分割算法
{Author}: 王五;赵六;
{Tertiary Title}: 中国计算机学会全国学术年会
{Year}: 2021
{Pages}: 50-55

{Reference Type}: Thesis
{Type of Work}: 硕士
{Title}: 图像识别研究
{Author}: 张三
{Publisher}: 清华大学
{Year}: 2020
{Abstract}: Line one.
Line two.

[Reference Type]: Journal Article
[Title]: 导航技术
[Author]: 潘紫麟;刘庆鹏;
[Author Address]: 大连大学附属中山医院;
[Journal]: 医学综述
[Issue]: 11
[ISBN/ISSN]: 1006-2084
[Notes]: 11-3553/R
`),
  )
  expect(works).toMatchObject([
    {
      resource_type: 5,
      title: '一种新的图像分割算法',
      basic_sourcename: '中国计算机学会全国学术年会',
      basic_page: '50-55',
      creators: [{ name: '王五' }, { name: '赵六' }],
    },
    { resource_type: 4, degree: 'master', publish_venue: ['清华大学'], abstract: 'Line one. Line two.' },
    {
      resource_type: 1,
      basic_sourcename: '医学综述',
      basic_source_no: '11',
      issn: '1006-2084',
      csl: { note: '11-3553/R' },
      creators: [{ affiliations: ['大连大学附属中山医院'] }, { affiliations: ['大连大学附属中山医院'] }],
    },
  ])
})

test("CNKI's own text, 自定义 and 研学, gives funds, classification and pages", async () => {
  const custom = `SrcDatabase-来源库: 期刊
Title-题名: 肥料利用率现状
Author-作者: 张福锁;王激清;
Organ-单位: 中国农业大学;河北农业大学;
Source-文献来源: 土壤学报
Keyword-关键词: 肥料;;氮肥
Summary-摘要: 总结了: 试验。
PubTime-发表时间: 2008-09-15
Fund-基金: 国家重点基础研究发展计划;
Year-年: 2008
Period-期: 05
PageCount-页码: 915-924
CLC-中图分类号: S143.1;S147

SrcDatabase-来源库: 博士
Title-题名: 第二篇
Author-作者: 李四
Source-文献来源: 浙江大学
`
  const study =
    'DataType: 1\nTitle-题名: 研学\nAuthor-作者: 施洋;\nSource-刊名: 信息\nYear-年: 2013\nPageCount-页数: 1\nPage-页码: 161\n\nDataType: 3\nTitle-题名: 报道\n'
  expect(successfulWorks(await read(custom))).toMatchObject([
    {
      resource_type: 1,
      publish_date: '2008-09-15',
      basic_page: '915-924',
      funds: ['国家重点基础研究发展计划'],
      clc_codes: ['S143.1', 'S147'],
      abstract: '总结了: 试验。',
    },
    { resource_type: 4, degree: 'doctor', publish_venue: ['浙江大学'] },
  ])
  expect(successfulWorks(await read(study))).toMatchObject([
    { title: '研学', basic_page: '161', basic_sourcename: '信息' },
    { resource_type: 3 },
  ])
})
