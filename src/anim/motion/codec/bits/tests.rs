use super::*;

#[test]
fn codes_lie_side_by_side_with_the_lowest_bit_first() {
    let mut writer = BitWriter::default();
    for (code, width) in [(0b101, 3), (0, 0), (0b11, 2), (0xabcdef, WIDEST), (1, 1)] {
        writer.push(code, width);
    }
    // 30 bits: the last byte is filled up with zeros.
    let whole = 0b101u32 | 0b11 << 3 | 0xabcdef << 5 | 1 << 29;
    assert_eq!(writer.into_bytes(), whole.to_le_bytes());
    let mut even = BitWriter::default();
    even.push(0x12, 8);
    assert_eq!(
        (even.into_bytes(), BitWriter::default().into_bytes()),
        (vec![0x12], vec![])
    );
    assert_eq!([0, 1, 8, WIDEST].map(largest), [0, 1, 255, 0xff_ffff]);
}
