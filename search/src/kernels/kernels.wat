;; The inner loops of the search core. Sets, lists and counters of a thread lie in its own memory ($own), the arrays of a
;; segment in the segment's ($seg), what a thread derives from a segment in a third one ($side). All pointers are byte
;; offsets; `end` points behind the last entry. docs/adr/0013 says why; after a change run
;; `npm run kernels`.
(module
  (import "memory" "own" (memory $own 1 65536 shared))
  (import "memory" "seg" (memory $seg 0 65536 shared))
  (import "memory" "side" (memory $side 0 65536 shared))

  ;; ---- Sets: one bit a paper, 16 bytes at a time ----

  ;; Fills bytes; arrays of shared memory are slow at it.
  (func (export "fill") (param $from i32) (param $bytes i32) (param $byte i32)
    (memory.fill $own (local.get $from) (local.get $byte) (local.get $bytes)))

  ;; bits &= other
  (func (export "and") (param $bits i32) (param $end i32) (param $other i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $bits) (local.get $end)))
        (v128.store $own (local.get $bits)
          (v128.and (v128.load $own (local.get $bits)) (v128.load $own (local.get $other))))
        (local.set $bits (i32.add (local.get $bits) (i32.const 16)))
        (local.set $other (i32.add (local.get $other) (i32.const 16)))
        (br $next))))

  ;; bits |= other
  (func (export "or") (param $bits i32) (param $end i32) (param $other i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $bits) (local.get $end)))
        (v128.store $own (local.get $bits)
          (v128.or (v128.load $own (local.get $bits)) (v128.load $own (local.get $other))))
        (local.set $bits (i32.add (local.get $bits) (i32.const 16)))
        (local.set $other (i32.add (local.get $other) (i32.const 16)))
        (br $next))))

  ;; bits &= ~other
  (func (export "without") (param $bits i32) (param $end i32) (param $other i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $bits) (local.get $end)))
        (v128.store $own (local.get $bits)
          (v128.andnot (v128.load $own (local.get $bits)) (v128.load $own (local.get $other))))
        (local.set $bits (i32.add (local.get $bits) (i32.const 16)))
        (local.set $other (i32.add (local.get $other) (i32.const 16)))
        (br $next))))

  ;; The same with a set of the segment, whose length is any number of words.
  (func (export "without_gone") (param $bits i32) (param $end i32) (param $gone i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $bits) (local.get $end)))
        (i32.store $own (local.get $bits)
          (i32.and (i32.load $own (local.get $bits))
            (i32.xor (i32.load $seg (local.get $gone)) (i32.const -1))))
        (local.set $bits (i32.add (local.get $bits) (i32.const 4)))
        (local.set $gone (i32.add (local.get $gone) (i32.const 4)))
        (br $next))))

  ;; How many bits are set.
  (func (export "count") (param $bits i32) (param $end i32) (result i32)
    (local $count i64)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $bits) (local.get $end)))
        (local.set $count (i64.add (local.get $count) (i64.popcnt (i64.load $own (local.get $bits)))))
        (local.set $bits (i32.add (local.get $bits) (i32.const 8)))
        (br $next)))
    (i32.wrap_i64 (local.get $count)))

  ;; How many bits are set in both.
  (func (export "count_both") (param $bits i32) (param $end i32) (param $other i32) (result i32)
    (local $count i64)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $bits) (local.get $end)))
        (local.set $count
          (i64.add (local.get $count)
            (i64.popcnt (i64.and (i64.load $own (local.get $bits)) (i64.load $own (local.get $other))))))
        (local.set $bits (i32.add (local.get $bits) (i32.const 8)))
        (local.set $other (i32.add (local.get $other) (i32.const 8)))
        (br $next)))
    (i32.wrap_i64 (local.get $count)))

  ;; Writes the papers of a set as 16-bit numbers, ascending; answers where they end. Eight bits at a time without a
  ;; branch: `places` has for each byte the places of its bits (8 numbers of 16 bits), all eight are written, and the next
  ;; ones begin behind those that count. Writes up to 16 bytes more than are used.
  (func (export "list") (param $bits i32) (param $end i32) (param $places i32) (param $into i32) (result i32)
    (local $word i64) (local $byte i32) (local $base i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $bits) (local.get $end)))
        (local.set $word (i64.load $own (local.get $bits)))
        (if (i64.ne (local.get $word) (i64.const 0))
          (then
            (loop $bytes
              (local.set $byte (i32.and (i32.wrap_i64 (local.get $word)) (i32.const 255)))
              (v128.store $own (local.get $into)
                (i16x8.add (i16x8.splat (local.get $base))
                  (v128.load $own (i32.add (local.get $places) (i32.shl (local.get $byte) (i32.const 4))))))
              (local.set $into
                (i32.add (local.get $into) (i32.shl (i32.popcnt (local.get $byte)) (i32.const 1))))
              (local.set $base (i32.add (local.get $base) (i32.const 8)))
              (local.set $word (i64.shr_u (local.get $word) (i64.const 8)))
              (br_if $bytes (i32.and (local.get $base) (i32.const 63)))))
          (else (local.set $base (i32.add (local.get $base) (i32.const 64)))))
        (local.set $bits (i32.add (local.get $bits) (i32.const 8)))
        (br $next)))
    (local.get $into))

  ;; ---- Facets ----
  ;; A counter that was just written is slow to be read again. What many papers of a row have alike is counted in four
  ;; lanes, `lane` bytes apart, by turns; with 0 for `lane` there is one.

  ;; Adds what was counted in the other lanes to the first, and sets them to zero.
  (func (export "join_lanes") (param $counts i32) (param $end i32) (param $lane i32)
    (local $second i32) (local $third i32) (local $fourth i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $counts) (local.get $end)))
        (local.set $second (i32.add (local.get $counts) (local.get $lane)))
        (local.set $third (i32.add (local.get $second) (local.get $lane)))
        (local.set $fourth (i32.add (local.get $third) (local.get $lane)))
        (v128.store $own (local.get $counts)
          (i32x4.add
            (i32x4.add (v128.load $own (local.get $counts)) (v128.load $own (local.get $second)))
            (i32x4.add (v128.load $own (local.get $third)) (v128.load $own (local.get $fourth)))))
        (v128.store $own (local.get $second) (v128.const i32x4 0 0 0 0))
        (v128.store $own (local.get $third) (v128.const i32x4 0 0 0 0))
        (v128.store $own (local.get $fourth) (v128.const i32x4 0 0 0 0))
        (local.set $counts (i32.add (local.get $counts) (i32.const 16)))
        (br $next))))

  ;; Counts the entries of each paper: paper d has those from starts[d] (32 bits, $seg) on, 16-bit numbers in $side.
  ;; How many they are is hard to foresee for the processor: up to eight are gathered in `room` without a branch, from
  ;; which they are counted. Reads and writes up to 16 bytes more than are used; `room` has 16 bytes for each paper.
  (func (export "add_places")
    (param $docs i32) (param $end i32) (param $starts i32) (param $places i32) (param $counts i32) (param $lane i32)
    (param $room i32)
    (local $start i32) (local $from i32) (local $to i32) (local $entry i32) (local $at i32)
    (local $second i32) (local $third i32) (local $fourth i32)
    (local.set $entry (local.get $room))
    (block $gathered
      (loop $next
        (br_if $gathered (i32.ge_u (local.get $docs) (local.get $end)))
        (local.set $start
          (i32.add (local.get $starts) (i32.shl (i32.load16_u $own (local.get $docs)) (i32.const 2))))
        (local.set $from
          (i32.add (local.get $places) (i32.shl (i32.load $seg (local.get $start)) (i32.const 1))))
        (local.set $to
          (i32.add (local.get $places) (i32.shl (i32.load $seg offset=4 (local.get $start)) (i32.const 1))))
        (if (i32.gt_u (i32.sub (local.get $to) (local.get $from)) (i32.const 16))
          (then
            (loop $many
              (local.set $at
                (i32.add (local.get $counts)
                  (i32.shl (i32.load16_u $side (local.get $from)) (i32.const 2))))
              (i32.store $own (local.get $at) (i32.add (i32.load $own (local.get $at)) (i32.const 1)))
              (local.set $from (i32.add (local.get $from) (i32.const 2)))
              (br_if $many (i32.lt_u (local.get $from) (local.get $to)))))
          (else
            (v128.store $own (local.get $entry) (v128.load $side (local.get $from)))
            (local.set $entry
              (i32.add (local.get $entry) (i32.sub (local.get $to) (local.get $from))))))
        (local.set $docs (i32.add (local.get $docs) (i32.const 2)))
        (br $next)))
    (local.set $second (i32.add (local.get $counts) (local.get $lane)))
    (local.set $third (i32.add (local.get $second) (local.get $lane)))
    (local.set $fourth (i32.add (local.get $third) (local.get $lane)))
    (block $few
      (loop $next
        (br_if $few (i32.gt_u (i32.add (local.get $room) (i32.const 8)) (local.get $entry)))
        (local.set $at
          (i32.add (local.get $counts)
            (i32.shl (i32.load16_u $own (local.get $room)) (i32.const 2))))
        (i32.store $own (local.get $at) (i32.add (i32.load $own (local.get $at)) (i32.const 1)))
        (local.set $at
          (i32.add (local.get $second)
            (i32.shl (i32.load16_u $own offset=2 (local.get $room)) (i32.const 2))))
        (i32.store $own (local.get $at) (i32.add (i32.load $own (local.get $at)) (i32.const 1)))
        (local.set $at
          (i32.add (local.get $third)
            (i32.shl (i32.load16_u $own offset=4 (local.get $room)) (i32.const 2))))
        (i32.store $own (local.get $at) (i32.add (i32.load $own (local.get $at)) (i32.const 1)))
        (local.set $at
          (i32.add (local.get $fourth)
            (i32.shl (i32.load16_u $own offset=6 (local.get $room)) (i32.const 2))))
        (i32.store $own (local.get $at) (i32.add (i32.load $own (local.get $at)) (i32.const 1)))
        (local.set $room (i32.add (local.get $room) (i32.const 8)))
        (br $next)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $room) (local.get $entry)))
        (local.set $at
          (i32.add (local.get $counts)
            (i32.shl (i32.load16_u $own (local.get $room)) (i32.const 2))))
        (i32.store $own (local.get $at) (i32.add (i32.load $own (local.get $at)) (i32.const 1)))
        (local.set $room (i32.add (local.get $room) (i32.const 2)))
        (br $next))))

  ;; The same where each paper has one 16-bit number.
  (func (export "add_column")
    (param $docs i32) (param $end i32) (param $column i32) (param $counts i32) (param $lane i32)
    (local $second i32) (local $third i32) (local $fourth i32) (local $at i32)
    (local.set $second (i32.add (local.get $counts) (local.get $lane)))
    (local.set $third (i32.add (local.get $second) (local.get $lane)))
    (local.set $fourth (i32.add (local.get $third) (local.get $lane)))
    (block $few
      (loop $next
        (br_if $few (i32.gt_u (i32.add (local.get $docs) (i32.const 8)) (local.get $end)))
        (local.set $at
          (i32.add (local.get $counts)
            (i32.shl
              (i32.load16_u $side
                (i32.add (local.get $column)
                  (i32.shl (i32.load16_u $own (local.get $docs)) (i32.const 1))))
              (i32.const 2))))
        (i32.store $own (local.get $at) (i32.add (i32.load $own (local.get $at)) (i32.const 1)))
        (local.set $at
          (i32.add (local.get $second)
            (i32.shl
              (i32.load16_u $side
                (i32.add (local.get $column)
                  (i32.shl (i32.load16_u $own offset=2 (local.get $docs)) (i32.const 1))))
              (i32.const 2))))
        (i32.store $own (local.get $at) (i32.add (i32.load $own (local.get $at)) (i32.const 1)))
        (local.set $at
          (i32.add (local.get $third)
            (i32.shl
              (i32.load16_u $side
                (i32.add (local.get $column)
                  (i32.shl (i32.load16_u $own offset=4 (local.get $docs)) (i32.const 1))))
              (i32.const 2))))
        (i32.store $own (local.get $at) (i32.add (i32.load $own (local.get $at)) (i32.const 1)))
        (local.set $at
          (i32.add (local.get $fourth)
            (i32.shl
              (i32.load16_u $side
                (i32.add (local.get $column)
                  (i32.shl (i32.load16_u $own offset=6 (local.get $docs)) (i32.const 1))))
              (i32.const 2))))
        (i32.store $own (local.get $at) (i32.add (i32.load $own (local.get $at)) (i32.const 1)))
        (local.set $docs (i32.add (local.get $docs) (i32.const 8)))
        (br $next)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $docs) (local.get $end)))
        (local.set $at
          (i32.add (local.get $counts)
            (i32.shl
              (i32.load16_u $side
                (i32.add (local.get $column)
                  (i32.shl (i32.load16_u $own (local.get $docs)) (i32.const 1))))
              (i32.const 2))))
        (i32.store $own (local.get $at) (i32.add (i32.load $own (local.get $at)) (i32.const 1)))
        (local.set $docs (i32.add (local.get $docs) (i32.const 2)))
        (br $next))))

  ;; Where the next count from `counts` on is that is `least` or more, 16 bytes at a time; `end` where there is none.
  (func (export "next_count") (param $counts i32) (param $end i32) (param $least i32) (result i32)
    (local $leasts v128)
    (local.set $leasts (i32x4.splat (local.get $least)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $counts) (local.get $end)))
        (br_if $done
          (v128.any_true (i32x4.ge_u (v128.load $own (local.get $counts)) (local.get $leasts))))
        (local.set $counts (i32.add (local.get $counts) (i32.const 16)))
        (br $next)))
    (local.get $counts))

  ;; How many papers of a list (16-bit numbers in $side) are in a set.
  (func (export "count_listed") (param $docs i32) (param $end i32) (param $bits i32) (result i32)
    (local $doc i32) (local $count i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $docs) (local.get $end)))
        (local.set $doc (i32.load16_u $side (local.get $docs)))
        (local.set $count
          (i32.add (local.get $count)
            (i32.and (i32.const 1)
              (i32.shr_u
                (i32.load $own
                  (i32.add (local.get $bits) (i32.shl (i32.shr_u (local.get $doc) (i32.const 5)) (i32.const 2))))
                (local.get $doc)))))
        (local.set $docs (i32.add (local.get $docs) (i32.const 2)))
        (br $next)))
    (local.get $count))

  ;; ---- Columns: one number of each paper, in $seg ----

  ;; Sets the bits of the papers whose 16-bit number is between two, both included. `bits` begins with the first of them.
  (func (export "set_between")
    (param $column i32) (param $end i32) (param $least i32) (param $most i32) (param $bits i32)
    (local $leasts v128) (local $mosts v128) (local $numbers v128) (local $number i32) (local $bit i32)
    (local.set $leasts (i16x8.splat (local.get $least)))
    (local.set $mosts (i16x8.splat (local.get $most)))
    (block $few
      (loop $next
        (br_if $few (i32.gt_u (i32.add (local.get $column) (i32.const 16)) (local.get $end)))
        (local.set $numbers (v128.load $seg (local.get $column)))
        (i32.store8 $own (local.get $bits)
          (i32.or (i32.load8_u $own (local.get $bits))
            (i16x8.bitmask
              (v128.and
                (i16x8.ge_u (local.get $numbers) (local.get $leasts))
                (i16x8.le_u (local.get $numbers) (local.get $mosts))))))
        (local.set $column (i32.add (local.get $column) (i32.const 16)))
        (local.set $bits (i32.add (local.get $bits) (i32.const 1)))
        (br $next)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $column) (local.get $end)))
        (local.set $number (i32.load16_u $seg (local.get $column)))
        (i32.store8 $own (local.get $bits)
          (i32.or (i32.load8_u $own (local.get $bits))
            (i32.shl
              (i32.and
                (i32.ge_u (local.get $number) (local.get $least))
                (i32.le_u (local.get $number) (local.get $most)))
              (local.get $bit))))
        (local.set $column (i32.add (local.get $column) (i32.const 2)))
        (local.set $bit (i32.add (local.get $bit) (i32.const 1)))
        (br $next))))

  ;; ---- The papers of a term in $seg, in the encodings of index/docs.ts ----

  ;; Copies bytes.
  (func (export "copy") (param $from i32) (param $bytes i32) (param $into i32)
    (memory.copy $own $seg (local.get $into) (local.get $from) (local.get $bytes)))

  ;; Writes the papers from pages and low bytes, 16 bits each, up to `end` of the low bytes. Reads up to 7 bytes behind
  ;; the pages.
  (func (export "read_pages") (param $pages i32) (param $lows i32) (param $end i32) (param $into i32)
    ;; The bit of posting i in the pages is its page + i; `base` is the first bit of the word less the postings before.
    (local $word i64) (local $base i32)
    (block $done
      (loop $next
        (local.set $word (i64.load $seg (local.get $pages)))
        (loop $papers
          (br_if $done (i32.ge_u (local.get $lows) (local.get $end)))
          (if (i64.ne (local.get $word) (i64.const 0))
            (then
              (i32.store16 $own (local.get $into)
                (i32.or
                  (i32.shl
                    (i32.add (local.get $base) (i32.wrap_i64 (i64.ctz (local.get $word))))
                    (i32.const 8))
                  (i32.load8_u $seg (local.get $lows))))
              (local.set $lows (i32.add (local.get $lows) (i32.const 1)))
              (local.set $into (i32.add (local.get $into) (i32.const 2)))
              (local.set $base (i32.sub (local.get $base) (i32.const 1)))
              (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
              (br $papers))))
        (local.set $base (i32.add (local.get $base) (i32.const 64)))
        (local.set $pages (i32.add (local.get $pages) (i32.const 8)))
        (br $next))))

  ;; Which posting of a set is that of a paper; -1 where the paper is not in it. Reads up to 7 bytes behind the set.
  (func (export "find_in_set") (param $set i32) (param $doc i32) (result i32)
    (local $word i64) (local $end i32) (local $posting i32)
    (local.set $end
      (i32.add (local.get $set) (i32.shl (i32.shr_u (local.get $doc) (i32.const 6)) (i32.const 3))))
    (local.set $word (i64.load $seg (local.get $end)))
    (if
      (i64.eqz
        (i64.and (local.get $word) (i64.shl (i64.const 1) (i64.extend_i32_u (local.get $doc)))))
      (then (return (i32.const -1))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $set) (local.get $end)))
        (local.set $posting
          (i32.add (local.get $posting) (i32.wrap_i64 (i64.popcnt (i64.load $seg (local.get $set))))))
        (local.set $set (i32.add (local.get $set) (i32.const 8)))
        (br $next)))
    (i32.add (local.get $posting)
      (i32.wrap_i64
        (i64.popcnt
          (i64.and (local.get $word)
            (i64.sub (i64.shl (i64.const 1) (i64.extend_i32_u (local.get $doc))) (i64.const 1)))))))

  ;; The same for pages and low bytes.
  (func (export "find_in_pages") (param $pages i32) (param $lows i32) (param $doc i32) (result i32)
    (local $page i32) (local $left i32) (local $at i32) (local $zeros i64) (local $low i32)
    (local.set $page (i32.shr_u (local.get $doc) (i32.const 8)))
    (local.set $left (local.get $page))
    ;; The postings of a page begin behind as many zeros as there are pages before it.
    (if (local.get $left)
      (then
        (block $here
          (loop $next
            (local.set $zeros
              (i64.xor (i64.const -1)
                (i64.load $seg (i32.add (local.get $pages) (i32.shr_u (local.get $at) (i32.const 3))))))
            (br_if $here
              (i32.le_u (local.get $left) (i32.wrap_i64 (i64.popcnt (local.get $zeros)))))
            (local.set $left (i32.sub (local.get $left) (i32.wrap_i64 (i64.popcnt (local.get $zeros)))))
            (local.set $at (i32.add (local.get $at) (i32.const 64)))
            (br $next)))
        (block $last
          (loop $skip
            (br_if $last (i32.le_u (local.get $left) (i32.const 1)))
            (local.set $zeros (i64.and (local.get $zeros) (i64.sub (local.get $zeros) (i64.const 1))))
            (local.set $left (i32.sub (local.get $left) (i32.const 1)))
            (br $skip)))
        (local.set $at
          (i32.add (i32.add (local.get $at) (i32.const 1)) (i32.wrap_i64 (i64.ctz (local.get $zeros)))))))
    (block $absent
      (loop $next
        (br_if $absent
          (i32.eqz
            (i32.and (i32.const 1)
              (i32.shr_u
                (i32.load8_u $seg (i32.add (local.get $pages) (i32.shr_u (local.get $at) (i32.const 3))))
                (i32.and (local.get $at) (i32.const 7))))))
        (local.set $low
          (i32.load8_u $seg (i32.add (local.get $lows) (i32.sub (local.get $at) (local.get $page)))))
        (if (i32.ge_u (local.get $low) (i32.and (local.get $doc) (i32.const 255)))
          (then
            (br_if $absent (i32.ne (local.get $low) (i32.and (local.get $doc) (i32.const 255))))
            (return (i32.sub (local.get $at) (local.get $page)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    (i32.const -1))

  ;; ---- Postings: papers are 16-bit numbers in $own, impacts and codes of masks in $seg ----
  ;; The code of posting i are the `width` bits from bit i * width on (1, 2, 4 or 8, or 0 for none); it is wanted where
  ;; its bit in `wanted` is set.

  ;; Sets the bits of the papers.
  (func (export "set_docs") (param $docs i32) (param $end i32) (param $bits i32)
    (local $doc i32) (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $docs) (local.get $end)))
        (local.set $doc (i32.load16_u $own (local.get $docs)))
        (local.set $at
          (i32.add (local.get $bits) (i32.shl (i32.shr_u (local.get $doc) (i32.const 5)) (i32.const 2))))
        (i32.store $own (local.get $at)
          (i32.or (i32.load $own (local.get $at)) (i32.shl (i32.const 1) (local.get $doc))))
        (local.set $docs (i32.add (local.get $docs) (i32.const 2)))
        (br $next))))

  ;; The same for those whose code is wanted.
  (func (export "set_docs_in")
    (param $docs i32) (param $end i32) (param $masks i32) (param $width i32) (param $wanted i32) (param $bits i32)
    (local $doc i32) (local $at i32) (local $bit i32) (local $codes i32)
    (local.set $codes (i32.sub (i32.shl (i32.const 1) (local.get $width)) (i32.const 1)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $docs) (local.get $end)))
        (local.set $doc (i32.load16_u $own (local.get $docs)))
        (local.set $at
          (i32.add (local.get $bits) (i32.shl (i32.shr_u (local.get $doc) (i32.const 5)) (i32.const 2))))
        (i32.store $own (local.get $at)
          (i32.or (i32.load $own (local.get $at))
            (i32.shl
              (i32.and (i32.const 1)
                (i32.shr_u (local.get $wanted)
                  (i32.and (local.get $codes)
                    (i32.shr_u
                      (i32.load8_u $seg (i32.add (local.get $masks) (i32.shr_u (local.get $bit) (i32.const 3))))
                      (i32.and (local.get $bit) (i32.const 7))))))
              (local.get $doc))))
        (local.set $docs (i32.add (local.get $docs) (i32.const 2)))
        (local.set $bit (i32.add (local.get $bit) (local.get $width)))
        (br $next))))

  ;; Sets the bits of papers whose impact is above `cut`.
  (func (export "set_above")
    (param $docs i32) (param $end i32) (param $impacts i32) (param $cut i32) (param $bits i32)
    (local $doc i32) (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $docs) (local.get $end)))
        (local.set $doc (i32.load16_u $own (local.get $docs)))
        (local.set $at
          (i32.add (local.get $bits) (i32.shl (i32.shr_u (local.get $doc) (i32.const 5)) (i32.const 2))))
        (i32.store $own (local.get $at)
          (i32.or (i32.load $own (local.get $at))
            (i32.shl (i32.gt_u (i32.load8_u $seg (local.get $impacts)) (local.get $cut)) (local.get $doc))))
        (local.set $docs (i32.add (local.get $docs) (i32.const 2)))
        (local.set $impacts (i32.add (local.get $impacts) (i32.const 1)))
        (br $next))))

  ;; Adds each posting's impact times its factor to the score (32-bit float) of its paper, if that is in the set. The
  ;; factor is `always`, or `both` where the posting's code is wanted.
  (func (export "add_postings")
    (param $docs i32) (param $end i32) (param $impacts i32) (param $masks i32) (param $width i32)
    (param $wanted i32) (param $always f64) (param $both f64) (param $bits i32) (param $scores i32)
    (local $doc i32) (local $at i32) (local $bit i32) (local $codes i32)
    (local.set $codes (i32.sub (i32.shl (i32.const 1) (local.get $width)) (i32.const 1)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $docs) (local.get $end)))
        (local.set $doc (i32.load16_u $own (local.get $docs)))
        (if
          (i32.and (i32.const 1)
            (i32.shr_u
              (i32.load $own
                (i32.add (local.get $bits) (i32.shl (i32.shr_u (local.get $doc) (i32.const 5)) (i32.const 2))))
              (local.get $doc)))
          (then
            (local.set $at (i32.add (local.get $scores) (i32.shl (local.get $doc) (i32.const 2))))
            (f32.store $own (local.get $at)
              (f32.demote_f64
                (f64.add (f64.promote_f32 (f32.load $own (local.get $at)))
                  (f64.mul
                    (select (local.get $both) (local.get $always)
                      (i32.and (i32.const 1)
                        (i32.shr_u (local.get $wanted)
                          (i32.and (local.get $codes)
                            (i32.shr_u
                              (i32.load8_u $seg (i32.add (local.get $masks) (i32.shr_u (local.get $bit) (i32.const 3))))
                              (i32.and (local.get $bit) (i32.const 7)))))))
                    (f64.convert_i32_u (i32.load8_u $seg (local.get $impacts)))))))))
        (local.set $docs (i32.add (local.get $docs) (i32.const 2)))
        (local.set $impacts (i32.add (local.get $impacts) (i32.const 1)))
        (local.set $bit (i32.add (local.get $bit) (local.get $width)))
        (br $next))))

  ;; The same paper by paper of a list: `set` has the term's papers, and ranks[w] (16 bits) says how many of its postings
  ;; are before word w of the set, so that a posting is found without a search.
  (func (export "add_ranked")
    (param $list i32) (param $end i32) (param $set i32) (param $ranks i32) (param $impacts i32) (param $masks i32)
    (param $width i32) (param $wanted i32) (param $always f64) (param $both f64) (param $scores i32)
    (local $doc i32) (local $word i32) (local $bits i32) (local $at i32) (local $posting i32)
    (local $bit i32) (local $codes i32)
    (local.set $codes (i32.sub (i32.shl (i32.const 1) (local.get $width)) (i32.const 1)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $end)))
        (local.set $doc (i32.load16_u $own (local.get $list)))
        (local.set $word (i32.shr_u (local.get $doc) (i32.const 5)))
        (local.set $bits (i32.load $own (i32.add (local.get $set) (i32.shl (local.get $word) (i32.const 2)))))
        (if (i32.and (i32.const 1) (i32.shr_u (local.get $bits) (local.get $doc)))
          (then
            (local.set $posting
              (i32.add
                (i32.load16_u $own (i32.add (local.get $ranks) (i32.shl (local.get $word) (i32.const 1))))
                (i32.popcnt
                  (i32.and (local.get $bits)
                    (i32.sub (i32.shl (i32.const 1) (local.get $doc)) (i32.const 1))))))
            (local.set $bit (i32.mul (local.get $posting) (local.get $width)))
            (local.set $at (i32.add (local.get $scores) (i32.shl (local.get $doc) (i32.const 2))))
            (f32.store $own (local.get $at)
              (f32.demote_f64
                (f64.add (f64.promote_f32 (f32.load $own (local.get $at)))
                  (f64.mul
                    (select (local.get $both) (local.get $always)
                      (i32.and (i32.const 1)
                        (i32.shr_u (local.get $wanted)
                          (i32.and (local.get $codes)
                            (i32.shr_u
                              (i32.load8_u $seg (i32.add (local.get $masks) (i32.shr_u (local.get $bit) (i32.const 3))))
                              (i32.and (local.get $bit) (i32.const 7)))))))
                    (f64.convert_i32_u
                      (i32.load8_u $seg (i32.add (local.get $impacts) (local.get $posting))))))))))
        (local.set $list (i32.add (local.get $list) (i32.const 2)))
        (br $next))))

  ;; ---- Scores: one 32-bit float a paper ----

  ;; Adds the same to the score of each paper of a list, as numbers of 64 bits before it is stored.
  (func (export "add_weight") (param $list i32) (param $end i32) (param $weight f64) (param $scores i32)
    (local $score i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $end)))
        (local.set $score
          (i32.add (local.get $scores) (i32.shl (i32.load16_u $own (local.get $list)) (i32.const 2))))
        (f32.store $own (local.get $score)
          (f32.demote_f64
            (f64.add (f64.promote_f32 (f32.load $own (local.get $score))) (local.get $weight))))
        (local.set $list (i32.add (local.get $list) (i32.const 2)))
        (br $next))))

  ;; Sets the scores of the papers of a list to zero.
  (func (export "clear_scores") (param $list i32) (param $end i32) (param $scores i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $end)))
        (f32.store $own
          (i32.add (local.get $scores) (i32.shl (i32.load16_u $own (local.get $list)) (i32.const 2)))
          (f32.const 0))
        (local.set $list (i32.add (local.get $list) (i32.const 2)))
        (br $next))))

  ;; Where the next paper of a list is whose score is `least` or more; `end` where there is none.
  (func (export "next_score") (param $list i32) (param $end i32) (param $scores i32) (param $least f64) (result i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $end)))
        (br_if $done
          (f64.ge
            (f64.promote_f32
              (f32.load $own
                (i32.add (local.get $scores) (i32.shl (i32.load16_u $own (local.get $list)) (i32.const 2)))))
            (local.get $least)))
        (local.set $list (i32.add (local.get $list) (i32.const 2)))
        (br $next)))
    (local.get $list)))
