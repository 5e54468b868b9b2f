/// How often bytes, and pairs of them, occur in JSON. Rough estimates: they decide about speed, never about results.
enum ByteFrequency {
    /// From frequent to rare; letters as in English texts and names of members.
    private static let order = Array("e\"taoinsr,:l0d1hcu2m_/.p-3fg4y5 6b789w{}vk[]xTEASCDIPNMjLqzROBFUHGWV".utf8)

    /// The pairs of letters that every twentieth word of English or so has, which is more than their letters make one
    /// expect, and those that JSON is full of.
    private static let commonPairs = Set<UInt16>(
        """
        th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic
        ne ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un
        lo wa ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev
        ld ry mp fe bl ab gh ty op wo sa ay ex ke fr oo av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu
        rn sc gi da yo cr cl du ga qu ue ff ba ey ls va um pp ua up lu go ht ru ug ds lt pi rc rr eg au ck ew mu br bi pt
        ": ," :" ", e" s" d" t" n" r" y" l" a" "i "s "t "c "p "d "n "a "m "f "u "e "l "b _i _a _t _s _n _d _u
        """.split(whereSeparator: \.isWhitespace).map { pair in pair.utf8.reduce(0) { $0 << 8 | UInt16($1) } })

    private static let shares = {
        var shares = [Double](repeating: 0.001, count: 256)
        for (index, byte) in order.enumerated() { shares[Int(byte)] = 0.09 / (1 + Double(index) * 0.18) }
        return shares
    }()

    /// The share of all bytes.
    static func of(_ byte: UInt8) -> Double { shares[Int(byte)] }

    /// The share of all places at which these two bytes stand so far from each other.
    static func of(_ first: UInt8, _ second: UInt8, distance: Int) -> Double {
        let isCommon = distance == 1 && commonPairs.contains(UInt16(first) << 8 | UInt16(second))
        // Most pairs are rarer than their letters: words have but few of them.
        return isCommon ? 0.005 : of(first) * of(second) / 3
    }
}
