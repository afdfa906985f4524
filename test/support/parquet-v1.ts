// A Parquet file of this writer → the same with pages of the first version, which Spark and Arrow write by default.
import { parquetMetadata } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'
import { decompressPage } from 'hyparquet/src/datapage.js'
import { ByteWriter } from 'hyparquet-writer'
import { writePageHeader } from 'hyparquet-writer/src/datapage.js'
import { writeMetadata } from 'hyparquet-writer/src/metadata.js'

/** Only for flat columns. The pages are not compressed. */
export function asFirstVersion(file: ArrayBuffer): ArrayBuffer {
  const metadata = parquetMetadata(file)
  const writer = new ByteWriter()
  writer.appendUint32(0x31524150)
  for (const group of metadata.row_groups)
    for (const { meta_data: chunk } of group.columns) {
      if (chunk === undefined) throw new Error('expected the facts of a chunk')
      const start = Number(chunk.dictionary_page_offset ?? chunk.data_page_offset)
      const end = start + Number(chunk.total_compressed_size)
      const reader = { view: new DataView(file, 0, end), offset: start }
      const begins = writer.offset
      while (reader.offset < end) {
        const header = parquetHeader(reader)
        const bytes = new Uint8Array(file, reader.offset, header.compressed_page_size)
        reader.offset += header.compressed_page_size
        const v2 = header.data_page_header_v2
        const levels = v2?.definition_levels_byte_length ?? 0
        const size = header.uncompressed_page_size - levels
        const values =
          v2?.is_compressed === false
            ? bytes.subarray(levels)
            : decompressPage(bytes.subarray(levels), size, chunk.codec, {})
        const before = levels === 0 ? 0 : 4 + levels
        const { data_page_header_v2: _, ...rest } = header
        if (v2 !== undefined) chunk.data_page_offset = BigInt(writer.offset)
        else chunk.dictionary_page_offset = BigInt(writer.offset)
        writePageHeader(writer, {
          ...rest,
          type: v2 === undefined ? 'DICTIONARY_PAGE' : 'DATA_PAGE',
          uncompressed_page_size: before + values.length,
          compressed_page_size: before + values.length,
          ...(v2 === undefined
            ? {}
            : {
                data_page_header: {
                  num_values: v2.num_values,
                  encoding: v2.encoding,
                  definition_level_encoding: 'RLE',
                  repetition_level_encoding: 'RLE',
                },
              }),
        })
        if (levels > 0) {
          writer.appendUint32(levels)
          writer.appendBytes(bytes.subarray(0, levels))
        }
        writer.appendBytes(values)
      }
      chunk.codec = 'UNCOMPRESSED'
      chunk.total_compressed_size = BigInt(writer.offset - begins)
      chunk.total_uncompressed_size = chunk.total_compressed_size
      delete chunk.bloom_filter_offset
    }
  writeMetadata(writer, metadata)
  writer.appendUint32(0x31524150)
  return writer.getBuffer()
}
