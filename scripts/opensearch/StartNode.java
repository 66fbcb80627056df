import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opensearch.Version;
import org.opensearch.analysis.common.CommonAnalysisModulePlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessModulePlugin;
import org.opensearch.plugins.PluginInfo;
import org.opensearch.transport.Netty4ModulePlugin;

/**
 * One node of OpenSearch with the modules that every distribution has and the product needs, from the jars of Maven.
 * Arguments are settings, `name=value`; it ends with whoever holds its standard input.
 */
public class StartNode extends Node {
    StartNode(Environment environment, List<PluginInfo> modules) {
        super(environment, modules, false);
    }

    public static void main(String[] settings) throws Exception {
        Settings.Builder builder = Settings.builder();
        for (String setting : settings) {
            int at = setting.indexOf('=');
            builder.put(setting.substring(0, at), setting.substring(at + 1));
        }
        Environment environment = InternalSettingsPreparer.prepareEnvironment(
            builder.build(), Map.of(), null, () -> "node");
        List<PluginInfo> modules = Stream
            .of(CommonAnalysisModulePlugin.class, PainlessModulePlugin.class, Netty4ModulePlugin.class)
            .map(StartNode::module)
            .toList();
        Node node = new StartNode(environment, modules).start();
        System.out.println("started");
        System.out.flush();
        while (System.in.read() >= 0) continue;
        node.close();
        System.exit(0);
    }

    private static PluginInfo module(Class<?> type) {
        return new PluginInfo(type.getSimpleName(), "", "", Version.CURRENT, "", type.getName(), null, List.of(), false);
    }
}
