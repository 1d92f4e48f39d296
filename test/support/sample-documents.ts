import { crc32, deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'

/** Files of formats that tests would otherwise have to keep as binaries. */

/** A PDF with a line of text on each page. */
export function makePdf(pages: readonly string[]): Buffer {
  const ids = pages.map((_, at) => 4 + at * 2)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, at) => {
      const content = text === '' ? '' : `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${(ids[at] ?? 0) + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  return assemblePdf(objects)
}

/** A PDF whose one page is a stream that unpacks to `size` bytes. */
export function makePdfBomb(size: number): Buffer {
  const packed = deflateSync(Buffer.alloc(size, ' '))
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString('latin1')}\nendstream`,
  ])
}

function assemblePdf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** An archive of these parts. */
export const makeZip = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))

/** A Word document with this body. */
export const makeDocx = (body: string): Uint8Array =>
  makeZip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://w"><w:body>${body}</w:body></w:document>`,
  })

/** A workbook of sheets: name and state, and the XML inside of the sheet. */
export function makeXlsx(
  sheets: readonly { readonly name: string; readonly state?: string; readonly xml: string }[],
  more: Readonly<Record<string, string>> = {},
): Uint8Array {
  const list = sheets.map(
    ({ name, state }, at) => `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  )
  const relations = sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
  const parts = sheets.map(({ xml }, at) => [`xl/worksheets/sheet${at + 1}.xml`, `<worksheet xmlns:r="http://r">${xml}</worksheet>`])
  return makeZip({
    'xl/workbook.xml': `<workbook xmlns:r="http://r"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    ...Object.fromEntries(parts),
    ...more,
  })
}

/** A PNG of one colour, or of noise that does not pack. */
export function makePng(width: number, height: number, noise = false): Buffer {
  const row = width * 3 + 1
  const pixels = Buffer.alloc(row * height, 0x80)
  let seed = 1
  if (noise) for (let at = 0; at < pixels.length; at += 1) pixels[at] = (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) >>> 24
  for (let y = 0; y < height; y += 1) pixels[y * row] = 0
  return Buffer.concat([pngHead(width, height), pngChunk('IDAT', deflateSync(pixels, { level: 1 })), pngChunk('IEND', Buffer.alloc(0))])
}

/** The beginning of a PNG that says it is this large, and no more. */
export function pngHead(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), pngChunk('IHDR', header)])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}
