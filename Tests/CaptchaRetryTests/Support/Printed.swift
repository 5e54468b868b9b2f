/// All the ways in which a value gets into a log without anybody meaning it.
func printed<Value>(_ value: Value) -> [String] {
    let optional: Value? = value
    var dumped = ["", "", ""]
    dump(value, to: &dumped[0])
    dump([value], to: &dumped[1])
    dump(PrintedHolder(inner: value), to: &dumped[2])
    let children = Mirror(reflecting: value).children.map { "\($0.label ?? ""): \($0.value)" }
    return dumped + children + [
        "\(value)", String(describing: value), String(reflecting: value), "\([value])", "\(["key": value])",
        "\(PrintedHolder(inner: value))", "\(optional as Any)", String(reflecting: optional), "\((value, 1))",
        "\(Result<Value, Never>.success(value))",
    ]
}

// Not private: the name of a private type has an address in it, in which digits of any value may turn up.
struct PrintedHolder<Value> { var inner: Value }
